// Two ways to bend: strict priorities, or hierarchical fitting with how far the motion follows.
import { button, choice, el } from "../core/dom";
import type { Desk } from "../core/desk";
import { Typing } from "../core/typing";
import type { Solving } from "../messages";

export function solverSwitch(desk: Desk): HTMLElement {
  const { state } = desk;
  const box = el("span", { class: "solver" });
  const set = (change: Partial<Solving>) => {
    const { clip } = state;
    if (clip) void desk.do([{ do: "set_solving", solving: { ...clip.solving, ...change } }]);
  };
  const update = () => {
    const solving = state.clip?.solving;
    if (solving) typing.renewed(() => box.replaceChildren(...parts(desk, solving, set)));
  };
  const typing = new Typing(box, update);
  state.on(["document", "view"], update);
  return box;
}

function toggle(desk: Desk): void {
  (document.activeElement as HTMLElement | null)?.blur();
  desk.state.look({ compare: !desk.state.view.compare });
}

function parts(desk: Desk, solving: Solving, set: (change: Partial<Solving>) => void): HTMLElement[] {
  const which = choice(
    [
      ["prioritized", "strict priorities"],
      ["hierarchical", "hierarchical fitting"],
    ],
    solving.solver,
    (value) => {
      (document.activeElement as HTMLElement | null)?.blur();
      set({ solver: value as Solving["solver"] });
    },
    { title: "How the motion is bent", "aria-label": "Solver", "data-act": "solver" },
  );
  const out: HTMLElement[] = [which];
  if (solving.solver === "hierarchical") out.push(...slider(desk, solving, set));
  const { compare } = desk.state.view;
  out.push(
    button(
      "Compare",
      "What the other solver makes of it: a second figure, and a table in Problems",
      () => toggle(desk),
      {
        class: compare ? "on" : "",
        "data-act": "compare",
      },
    ),
  );
  const contacts = el("input", {
    type: "checkbox",
    checked: solving.keep_contacts,
    change: () => set({ keep_contacts: contacts.checked }),
  });
  if (desk.state.clip?.contacts)
    out.push(el("label", { class: "check", title: "Contacts of the clip are wishes too" }, contacts, "keep contacts"));
  return out;
}

/** Log scale: 0.05 to 5 s. */
function slider(desk: Desk, solving: Solving, set: (change: Partial<Solving>) => void): HTMLElement[] {
  const seconds = (value: string) => Number((0.05 * 100 ** Number(value)).toFixed(2));
  const shown = el("span", { class: "dim number" }, `${solving.spacing_s} s`);
  const made = el("input", {
    type: "range",
    min: "0",
    max: "1",
    step: "0.01",
    value: String(Math.log(solving.spacing_s / 0.05) / Math.log(100)),
    title: "How far around a wish the motion follows",
    "aria-label": "Spacing",
  });
  made.addEventListener("input", () => {
    shown.textContent = `${seconds(made.value)} s`;
    desk.previewer.ask([{ do: "set_solving", solving: { ...solving, spacing_s: seconds(made.value) } }]);
  });
  made.addEventListener("change", () => {
    made.blur();
    set({ spacing_s: seconds(made.value) });
  });
  return [made, shown];
}
