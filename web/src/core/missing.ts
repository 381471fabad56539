// By how much constraints are missed in a frame, as far as the page can tell by itself.
import type { Constraint, Track } from "../messages";
import { jointOf, orientationOf, placeOf } from "./goal_places";
import type { Pose } from "./shown_motion";
import type { State } from "./state";
import { conjugate, minus, plus, type Quat, quat, times, turnDegrees, turned, type Vec3, vec3 } from "./vectors";
import { frameOf } from "./moments";
import { goalAt } from "./wishes";

export interface Missed {
  joint: number;
  here: Vec3;
  there: Vec3; // where it was wanted; the same place where it is about a turn
  text: string;
}

const SEEN_M = 0.002; // smaller misses are none that anybody sees
const SEEN_DEG = 0.5;
const NEAR_FRAMES = 3; // around the worst frame, where only that is known

export function missedIn(state: State, pose: Pose, frame: number): Missed[] {
  const found: Missed[] = [];
  for (const track of state.clip?.tracks ?? []) {
    if (track.muted || state.report?.left_out.some((out) => out.track === track.id)) continue;
    const one = missed(state, pose, frame, track);
    if (one) found.push(one);
  }
  return found;
}

function missed(state: State, pose: Pose, frame: number, track: Track): Missed | null {
  const c = track.constraint;
  const joint = jointOf(state, c);
  const offset = joint >= 0 && "point" in c ? turned(quat(pose.rotations, joint), c.point as Vec3) : null;
  const here = joint < 0 ? null : plus(vec3(pose.positions, joint), offset ?? [0, 0, 0]);
  if (here && c.kind === "position" && !c.point.some(Boolean)) {
    const goal = c.goals[goalAt(c.goals, frame, state.frameTime)];
    const wanted = goal && placeOf(state, joint, goal, frame);
    return wanted ? away(joint, here, wanted, c.axes) : null;
  }
  if (here && c.kind === "preserve" && !c.point.some(Boolean) && acts(state, c.span, frame)) {
    const own = state.motion?.original(frame);
    return own ? away(joint, here, vec3(own.positions, joint), c.axes) : null;
  }
  if (here && c.kind === "orientation") {
    const goal = c.goals[goalAt(c.goals, frame, state.frameTime)];
    const wanted = goal && orientationOf(state, joint, goal, frame);
    return wanted ? off(joint, here, degrees(times(conjugate(wanted), quat(pose.rotations, joint)))) : null;
  }
  if (here && c.kind === "look_at") {
    const goal = c.goals[goalAt(c.goals, frame, state.frameTime)];
    const target = goal && placeOf(state, joint, goal, frame);
    return target
      ? off(joint, here, between(turned(quat(pose.rotations, joint), c.axis as Vec3), minus(target, here)))
      : null;
  }
  return byReport(state, frame, track, c, joint, here);
}

/** Paths, feet and balance: what the solver says of their worst frame. */
function byReport(
  state: State,
  frame: number,
  track: Track,
  c: Constraint,
  joint: number,
  here: Vec3 | null,
): Missed | null {
  const got = state.report?.outcomes.find((o) => o.track === track.id);
  if (!got || got.status === "met" || got.worst === null || Math.abs(got.worst_frame - frame) > NEAR_FRAMES)
    return null;
  const at = here ?? (c.kind === "balance" ? vec3(state.motion!.at(frame)!.positions, 0) : null);
  return at && { joint, here: at, there: at, text: `${got.worst.toFixed(got.unit === "mm" ? 0 : 1)} ${got.unit}` };
}

function acts(state: State, span: readonly (number | string)[] | null, frame: number): boolean {
  if (!span) return frame >= (state.clip?.motion.rest_rows ?? 0);
  const [first, last] = span.map((m) => frameOf(m, state.frameTime));
  return first <= frame && frame <= last;
}

function away(joint: number, here: Vec3, wanted: Vec3, axes: string): Missed | null {
  const step = minus(wanted, here).map((n, k) => (axes.includes("xyz"[k]) ? n : 0)) as Vec3;
  const distance = Math.hypot(...step);
  return distance < SEEN_M
    ? null
    : { joint, here, there: plus(here, step), text: `${(1000 * distance).toFixed(0)} mm` };
}

const off = (joint: number, here: Vec3, by: number): Missed | null =>
  by < SEEN_DEG ? null : { joint, here, there: here, text: `${by.toFixed(1)}°` };

const degrees = (q: Quat) => Math.hypot(...turnDegrees(q));

function between(a: Vec3, b: Vec3): number {
  const cosine = a.reduce((sum, n, k) => sum + n * b[k], 0) / (Math.hypot(...a) * Math.hypot(...b) || 1);
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}
