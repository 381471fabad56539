// What one click can do: about what lint says, and about what is missed.
import { button } from "../core/dom";
import type { Desk } from "../core/desk";
import { jointOf, placed } from "../core/goal_places";
import { vec3 } from "../core/vectors";
import { goalAt } from "../core/wishes";
import type { FindingView, OutcomeView, Track } from "../messages";

/** Buttons for the fixes that the session knows of. */
export function findingFixes(desk: Desk, f: FindingView): HTMLElement[] {
  return f.fixes.map((fix) =>
    button(
      fix.label,
      `${fix.label}: one step, which can be undone`,
      () => void desk.do(fix.edits, fix.label.toLowerCase()),
      {
        "data-fix": fix.label,
      },
    ),
  );
}

/** Buttons for a constraint that is missed. */
export function missFixes(desk: Desk, o: OutcomeView): HTMLElement[] {
  const track = desk.state.clip?.tracks.find((t) => t.id === o.track);
  if (!track || track.locked) return [];
  const out: HTMLElement[] = [];
  const { constraint: c } = track;
  if (c.recruit !== "all")
    out.push(fix("Recruit all joints", () => change(desk, { ...track, constraint: { ...c, recruit: "all" } })));
  const strongest = Math.min(...desk.state.clip!.tracks.map((t) => t.constraint.priority));
  if (o.blocked_by.length && c.priority > strongest)
    out.push(fix("Make it the strongest", () => strengthen(desk, track)));
  if (c.kind === "position" && reached(desk, track, o.worst_frame))
    out.push(fix("Ask for what is reached", () => change(desk, reached(desk, track, o.worst_frame)!)));
  return out;
}

const fix = (label: string, act: () => void) =>
  button(label, `${label}: one step, which can be undone`, act, { "data-fix": label });

function change(desk: Desk, track: Track): void {
  void desk.do([{ do: "change_constraint", track: track.id, constraint: track.constraint }]);
}

/** All others become one level weaker. */
function strengthen(desk: Desk, track: Track): void {
  const others = desk.state.clip!.tracks.filter((t) => t.id !== track.id && !t.locked);
  void desk.do(
    [
      { do: "set_priority", track: track.id, priority: 1 },
      ...others.map((t) => ({ do: "set_priority" as const, track: t.id, priority: t.constraint.priority + 1 })),
    ],
    "make it the strongest",
  );
}

/** The goal that acts in the worst frame asks for the place where the joint is then. */
function reached(desk: Desk, track: Track, frame: number): Track | null {
  const { state } = desk;
  const c = track.constraint;
  if (c.kind !== "position" || c.point.some(Boolean)) return null;
  const joint = jointOf(state, c);
  const k = goalAt(c.goals, frame, state.frameTime);
  const pose = state.motion?.at(frame);
  if (joint < 0 || k < 0 || !pose) return null;
  const goals = c.goals.map((g, n) => (n === k ? placed(state, joint, g, frame, vec3(pose.positions, joint)) : g));
  return { ...track, constraint: { ...c, goals } };
}
