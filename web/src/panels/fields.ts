// Fields of one constraint: each change is one edit.
import { choice, el, numberField, row } from "../core/dom";
import type { Desk } from "../core/desk";
import { asMoment, frameOf, type Moment } from "../core/moments";
import type { Constraint, Figure, Track } from "../messages";

export type Change = (constraint: Constraint) => void;

export function changer(desk: Desk, track: Track): Change {
  return (constraint) => void desk.do([{ do: "change_constraint", track: track.id, constraint }]);
}

/** Three numbers in a row. */
export function vector(
  value: readonly number[],
  act: (value: [number, number, number]) => void,
  disabled: boolean,
): HTMLElement[] {
  return [0, 1, 2].map((k) =>
    numberField(value[k], (n) => act(value.map((old, i) => (i === k ? n : old)) as [number, number, number]), {
      disabled,
      title: "xyz"[k],
      "aria-label": "xyz"[k],
      step: "0.01",
    }),
  );
}

/** Moments in a row, as frames. */
export function frames<M extends readonly Moment[]>(
  desk: Desk,
  value: M,
  names: string[],
  act: (value: M) => void,
  disabled: boolean,
): HTMLElement[] {
  return value.map((moment, k) =>
    numberField(
      frameOf(moment, desk.state.frameTime),
      (f) => act(value.map((old, i) => (i === k ? asMoment(f) : old)) as unknown as M),
      { disabled, min: "0", title: `${names[k]} [frame]`, "aria-label": names[k] },
    ),
  );
}

/** Joints and roles that a field may name. */
export function jointChoice(
  figure: Figure,
  chosen: string,
  first: [string, string][],
  act: (name: string) => void,
  title: string,
  disabled = false,
): HTMLSelectElement {
  const roles = Object.keys(figure.roles)
    .sort()
    .map((role): [string, string] => [role, role.replace(/_/g, " ")]);
  const names = figure.names.filter((_, k) => !figure.end_sites[k]).map((name): [string, string] => [name, name]);
  const all = [...first, ...roles, ...names.filter(([name]) => !figure.roles[name])];
  if (!all.some(([name]) => name === chosen)) all.unshift([chosen, chosen]);
  return choice(all, chosen, act, { title, "aria-label": title, disabled });
}

/** What every kind has. */
export function commonFields(desk: Desk, track: Track, figure: Figure): HTMLElement[] {
  const c = track.constraint;
  const change = changer(desk, track);
  const off = track.locked;
  const name = el("input", { value: c.name, disabled: off, spellcheck: false, "aria-label": "Name" });
  name.addEventListener(
    "change",
    () => void desk.do([{ do: "rename_track", track: track.id, name: name.value.trim() }]),
  );
  const priority = numberField(
    c.priority,
    (p) => void desk.do([{ do: "set_priority", track: track.id, priority: Math.round(p) }]),
    { min: "1", step: "1", disabled: off, "data-field": "priority", title: "1 is the strongest" },
  );
  const weight = numberField(c.weight, (weight) => change({ ...c, weight }), {
    min: "0",
    disabled: off,
    title: "Among constraints of equal priority",
  });
  return [
    row("Name", name),
    row("Priority", priority, el("span", { class: "dim" }, "weight"), weight),
    row("Recruit", recruit(c, figure, change, off)),
    row(
      "Axes of",
      jointChoice(
        figure,
        c.space ?? "",
        [
          ["", "the clip's space"],
          ["world", "world"],
          ["facing", "facing"],
        ],
        (space) => change({ ...c, space: space || null }),
        "Space: the axes of offsets and turns",
        off,
      ),
    ),
    ...("axes" in c
      ? [
          row(
            "Acts on",
            axes(c.axes, (axes) => change({ ...c, axes } as Constraint), off),
          ),
        ]
      : []),
    ...("point" in c && c.kind !== "look_at"
      ? [row("Point [m]", ...vector(c.point, (point) => change({ ...c, point } as Constraint), off))]
      : []),
    row(
      "Enforce",
      choice(
        [
          ["span", "while it acts"],
          ["always", "always"],
        ],
        c.enforce,
        (v) => change({ ...c, enforce: v as "span" }),
        { disabled: off, title: "When it is enforced" },
      ),
    ),
  ];
}

function recruit(c: Constraint, figure: Figure, change: Change, off: boolean): HTMLElement {
  if (typeof c.recruit === "string")
    return jointChoice(
      figure,
      c.recruit,
      [["all", "all joints"]],
      (recruit) => change({ ...c, recruit }),
      "Who helps: all, or from this joint down",
      off,
    );
  const field = el("input", {
    value: c.recruit.join(", "),
    disabled: off,
    title: "Joints that help; Shift-click on the figure adds and removes",
  });
  field.addEventListener("change", () => {
    const names = field.value
      .split(",")
      .map((s) => s.trim())
      .filter(Boolean);
    change({ ...c, recruit: names.length ? names : "all" });
  });
  return field;
}

function axes(value: string, act: (axes: string) => void, off: boolean): HTMLElement {
  const boxes = [..."xyz"].map((axis) =>
    el("input", { type: "checkbox", checked: value.includes(axis), disabled: off }),
  );
  boxes.forEach((box) =>
    box.addEventListener("change", () => {
      const chosen = [..."xyz"].filter((_, k) => boxes[k].checked).join("");
      if (chosen) act(chosen);
      else box.checked = true;
    }),
  );
  return el("span", { class: "axes" }, ...[..."xyz"].map((axis, k) => el("label", { class: "check" }, boxes[k], axis)));
}
