// Questions and sheets over the page.
import { button, el } from "../core/dom";

/** A sheet over the page; a click beside it or Escape closes it. */
export function sheet(title: string, ...content: (Node | string)[]): HTMLDialogElement {
  const made = el("dialog", { class: "sheet", "aria-label": title });
  const bar = el(
    "header",
    {},
    el("h2", {}, title),
    button("×", "Close", () => made.close(), { class: "close" }),
  );
  made.append(bar, el("div", { class: "content" }, ...content));
  made.addEventListener("click", (e) => e.target === made && made.close());
  made.addEventListener("close", () => made.remove());
  document.body.append(made);
  made.showModal();
  return made;
}

/** Ask for a line of text; null where somebody thought better of it. */
export function askText(title: string, label: string, value: string, note = ""): Promise<string | null> {
  return new Promise((resolve) => {
    const field = el("input", { value, "aria-label": label, spellcheck: false });
    const form = el(
      "form",
      { method: "dialog" },
      el("label", { class: "column" }, label, field),
      note ? el("p", { class: "dim" }, note) : null,
      el("footer", {}, el("button", { class: "primary" }, "OK")),
    );
    let answer: string | null = null;
    form.addEventListener("submit", () => (answer = field.value.trim() || null));
    const made = sheet(title, form);
    field.focus();
    field.setSelectionRange(0, value.lastIndexOf(".") > 0 ? value.lastIndexOf(".") : value.length);
    made.addEventListener("close", () => resolve(answer));
  });
}

export function confirmed(title: string, words: string, yes: string): Promise<boolean> {
  return new Promise((resolve) => {
    let answer = false;
    const made = sheet(
      title,
      el("p", {}, words),
      el(
        "footer",
        {},
        button(yes, yes, () => ((answer = true), made.close()), { class: "primary" }),
        button("Cancel", "Cancel", () => made.close()),
      ),
    );
    made.addEventListener("close", () => resolve(answer));
  });
}

/** A list under a button. */
export function menu(under: HTMLElement, entries: ([string, string, () => void] | null)[]): void {
  document.querySelector(".menu")?.remove();
  const box = under.getBoundingClientRect();
  const made = el("div", { class: "menu", role: "menu" });
  const close = () => {
    made.remove();
    removeEventListener("pointerdown", outside, true);
  };
  const outside = (e: PointerEvent) => !made.contains(e.target as Node) && close();
  for (const entry of entries)
    made.append(entry ? button(entry[0], entry[1], () => (close(), entry[2]()), { role: "menuitem" }) : el("hr"));
  document.body.append(made);
  made.style.left = `${Math.max(4, Math.min(box.left, innerWidth - made.offsetWidth - 8))}px`;
  made.style.top = `${box.bottom + 4}px`;
  made.addEventListener("keydown", (e) => e.key === "Escape" && close());
  addEventListener("pointerdown", outside, true);
  made.querySelector("button")?.focus();
}
