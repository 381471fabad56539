// Words that come and go.
import { el } from "../core/dom";

const box = el("div", { class: "toasts", role: "status", "aria-live": "polite" });

export function toast(text: string, kind: "info" | "error" = "info"): void {
  if (!box.isConnected) document.body.append(box);
  const same = [...box.children].find((one) => one.firstChild?.textContent === text);
  same?.remove();
  const close = el("button", { type: "button", "aria-label": "close", click: () => one.remove() }, "×");
  const one = el("div", { class: `toast ${kind}` }, el("span", {}, text), close);
  box.append(one);
  while (box.children.length > 4) box.firstChild!.remove();
  setTimeout(() => one.remove(), kind === "error" ? 12000 : 5000);
}
