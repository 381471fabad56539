// Actions: chosen, previewed, then applied or dismissed.
import { button, choice, el, numberField, row } from "../core/dom";
import type { Desk } from "../core/desk";
import { drawing } from "./drawings";
import { actionOf, type Field, type Form, FORMS } from "./action_forms";

/** What is said where somebody waits for longer. */
export const COMPILING = "The first time this is used, its code is compiled for this machine: up to minutes, once.";

let chosen: Form = FORMS[0];
let values: Record<string, string | number | boolean> = {};

export function actions(desk: Desk, renew: () => void): HTMLElement[] {
  const { job } = desk.state;
  if (job) return [progressPart(desk)];
  const list = FORMS.map((form) =>
    button(
      form.title,
      form.words,
      () => {
        chosen = form;
        values = {};
        renew();
      },
      { class: form === chosen ? "on" : "", "data-action": form.action },
    ),
  );
  return [el("div", { class: "grid" }, ...list), ...formPart(desk, chosen)];
}

function formPart(desk: Desk, form: Form): HTMLElement[] {
  const { clip } = desk.state;
  const wishes = (clip?.tracks.length ?? 0) > 0;
  const start = (on: "source" | "result") => () => {
    for (const field of form.fields)
      values[field.name] ??= field.kind === "clip" ? (others(desk)[0]?.[0] ?? 0) : field.value;
    const given = Object.fromEntries(
      form.fields.map((f) => [f.name, f.kind === "clip" ? Number(values[f.name]) : values[f.name]]),
    );
    void desk.start(actionOf(form, given, clip?.id ?? 0, on));
  };
  const needsOther = form.fields.some((f) => f.kind === "clip") && !others(desk).length;
  const buttons = [
    button("Preview", "See what it would do, before it is done", start("source"), {
      class: "primary",
      disabled: needsOther || !clip,
      "data-act": "start",
    }),
  ];
  if (form.on && wishes)
    buttons.push(
      button("Preview on the bent motion", "Constraints become part of it", start("result"), { disabled: needsOther }),
    );
  return [
    el("h3", {}, form.title),
    el("p", { class: "dim" }, form.words),
    ...form.fields.map((f) => (f.kind === "check" ? checked(f) : row(f.label, field(desk, f)))),
    needsOther ? el("p", { class: "warning" }, "This needs a second clip in the bin. Open one first.") : el("span"),
    el("div", { class: "buttons stay" }, ...buttons),
  ];
}

const others = (desk: Desk): [string, string][] =>
  desk.state.server?.document.clips.filter((c) => c.id !== desk.state.clip?.id).map((c) => [String(c.id), c.name]) ??
  [];

function field(desk: Desk, f: Field): HTMLElement {
  const value = values[f.name] ?? f.value;
  const set = (v: string | number | boolean) => (values[f.name] = v);
  if (f.kind === "number") return numberField(Number(value), set);
  if (f.kind === "clip") return choice(others(desk), String(value), set);
  if (f.kind === "choice")
    return choice(
      f.options!.map((o) => [o, o] as const),
      String(value),
      set,
    );
  const text = el("input", { value: String(value), spellcheck: false, placeholder: f.hint });
  text.addEventListener("input", () => set(text.value));
  return text;
}

function checked(f: Field): HTMLElement {
  const box = el("input", { type: "checkbox", checked: Boolean(values[f.name] ?? f.value) });
  box.addEventListener("change", () => (values[f.name] = box.checked));
  return el("label", { class: "check" }, box, f.label);
}

/** What was measured, with the unit that its name ends in. */
export function factWords(name: string, value: number): string {
  const [, what, unit] = /^(.*?)(?:_(mm|m|s|deg|pct))?$/.exec(name)!;
  return `${what.replace(/_/g, " ")}: ${Number(value.toFixed(3))}${unit ? ` ${unit.replace("pct", "%")}` : ""}`;
}

function progressPart(desk: Desk): HTMLElement {
  const job = desk.state.job!;
  const { proposed, progress } = job;
  if (!proposed) {
    const share = progress && progress.total ? progress.done / progress.total : null;
    const bar = share === null ? el("progress") : el("progress", { max: "1", value: share });
    return el(
      "div",
      { class: "job" },
      el("p", {}, "Working …"),
      bar,
      el("p", { class: "dim later" }, COMPILING),
      el(
        "div",
        { class: "buttons" },
        button("Cancel", "Stop it (Esc)", () => void desk.try({ type: "cancel" })),
      ),
    );
  }
  const told = Object.entries(proposed.facts).filter(([name]) => name !== "contacts"); // which has a sentence of its own
  const facts = told.map(([name, value]) => el("li", {}, factWords(name, value)));
  const changes = proposed.moves || proposed.contacts !== null;
  return el(
    "div",
    { class: "job" },
    el("h3", {}, FORMS.find((form) => form.action === proposed.action)?.title ?? "", el("small", {}, proposed.name)),
    el(
      "p",
      {},
      proposed.moves
        ? "The figure shows the proposal; the pale one is the clip."
        : proposed.contacts !== null
          ? `${proposed.contacts} contacts were found.`
          : "Measured:",
    ),
    ...proposed.drawings.map(drawing),
    facts.length ? el("ul", {}, ...facts) : el("span"),
    ...proposed.notes.slice(0, 8).map((note) => el("p", { class: "dim" }, note)),
    el(
      "div",
      { class: "buttons" },
      changes
        ? button("Apply", "Make it one step of the history", () => void desk.try({ type: "accept", job: job.number }), {
            class: "primary",
            "data-act": "accept",
          })
        : null,
      button(
        changes ? "Dismiss" : "Close",
        "Forget it (Esc)",
        () => void desk.try({ type: "dismiss", job: job.number }),
        { "data-act": "dismiss" },
      ),
    ),
  );
}
