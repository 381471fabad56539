// The posture that is designed.
import { button, choice, el, numberField, row } from "../core/dom";
import type { Commands } from "../core/commands";
import type { Desk } from "../core/desk";
import type { Posing } from "../core/posing";
import type { PoseBench } from "../messages";

export function poseTab(desk: Desk, posing: Posing, commands: Commands): HTMLElement[] {
  const bench = posing.bench;
  const begin = el(
    "div",
    { class: "buttons" },
    button("From this frame", "Begin with the posture under the playhead", () => posing.beginFrom(desk.state.frame), {
      "data-act": "pose-frame",
    }),
    button("From the rest pose", "Begin with the figure's rest pose", () => posing.beginFrom(null)),
  );
  if (!bench) return [el("p", { class: "dim" }, "Design a still posture: begin somewhere, then drag joints."), begin];
  const method = choice(
    [
      ["priority", "strict priorities"],
      ["transpose", "transpose"],
      ["hinges", "hinges"],
    ],
    bench.method,
    (v) => void posing.set({ ...bench, method: v as PoseBench["method"] }),
  );
  const list = bench.constraints.map((c, k) => wish(posing, bench, k, c.name || c.kind, c.priority));
  return [
    el("p", { class: "dim" }, "Drag joints: each keeps the place or turn you gave it. The clip is not changed."),
    begin,
    row("Method", method),
    ...list,
    el(
      "div",
      { class: "buttons" },
      button("Copy the posture", "Paste it into the clip with Ctrl V, at the playhead", () => commands.copyPosture(), {
        class: "primary",
      }),
      button("Clear", "Forget the posture", () => void posing.set(null), { class: "danger" }),
    ),
  ];
}

function wish(posing: Posing, bench: PoseBench, k: number, name: string, priority: number): HTMLElement {
  const changed = (constraints: PoseBench["constraints"]) => void posing.set({ ...bench, constraints });
  const set = (p: number) =>
    changed(bench.constraints.map((c, n) => (n === k ? { ...c, priority: Math.max(1, Math.round(p)) } : c)));
  return row(
    name,
    numberField(priority, set, { title: "Priority; 1 is the strongest", min: "1" }),
    button("×", "Remove", () => changed(bench.constraints.filter((_, n) => n !== k))),
  );
}
