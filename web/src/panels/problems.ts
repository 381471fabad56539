// What lint says, what is missed, what was left out.
import { button, el } from "../core/dom";
import type { Desk } from "../core/desk";
import type { FindingView, OutcomeView } from "../messages";

export const problemCount = (desk: Desk): number =>
  desk.state.findings.length + (desk.state.report?.outcomes.filter((o) => o.status !== "met").length ?? 0);

export function problems(desk: Desk): HTMLElement[] {
  const { findings, report } = desk.state;
  const missed = report?.outcomes.filter((o) => o.status !== "met") ?? [];
  const out = [
    ...findings.map((f) => finding(desk, f)),
    ...missed.map((o) => miss(desk, o)),
    ...(report?.notes ?? []).map((n) => el("p", { class: "finding note" }, n)),
  ];
  return out.length ? out : [el("p", { class: "good" }, "Nothing is wrong: every constraint is met.")];
}

function finding(desk: Desk, f: FindingView): HTMLElement {
  const fix = quickFix(desk, f);
  const show =
    f.track === null ? null : button("show", "Select the constraint", () => desk.state.select({ track: f.track }));
  return el(
    "div",
    { class: `finding ${f.severity}` },
    el("b", {}, f.place),
    ` ${f.message} `,
    el("i", {}, f.fix),
    el("span", { class: "buttons" }, show, fix),
  );
}

/** What one click can do about it: recruit everybody, or mute what cannot be. */
function quickFix(desk: Desk, f: FindingView): HTMLElement | null {
  const track = desk.state.clip?.tracks.find((t) => t.id === f.track);
  if (!track || track.locked) return null;
  if (/recruit/.test(`${f.topic} ${f.fix}`) && track.constraint.recruit !== "all")
    return button(
      "Recruit all",
      "Let every joint help",
      () =>
        void desk.do([
          { do: "change_constraint", track: track.id, constraint: { ...track.constraint, recruit: "all" } },
        ]),
    );
  if (f.severity === "error")
    return button(
      "Mute it",
      "Leave the constraint out",
      () => void desk.do([{ do: "set_flags", track: track.id, muted: true }]),
    );
  return null;
}

function miss(desk: Desk, o: OutcomeView): HTMLElement {
  const size = o.worst === null ? "" : ` by ${o.worst.toFixed(1)} ${o.unit}`;
  const blocked = o.blocked_by.length ? ` Blocked by ${o.blocked_by.join(", ")}.` : "";
  const show = button("show", "Go to the worst frame", () => {
    desk.state.seek(o.worst_frame);
    if (o.track !== null) desk.state.select({ track: o.track });
  });
  return el(
    "div",
    { class: "finding missed" },
    el("b", {}, o.name || "a constraint"),
    ` is missed${size}.${blocked} `,
    el("span", { class: "buttons" }, show),
  );
}
