// What a drag of the handle means to the selected constraint, where that is no plain place or turn of a joint.
import type { Balance, Footplant, LookAt, PageEdit, Shape, Track } from "../messages";
import { centreOfMass } from "../viewport/body_masses";
import { pointAt } from "./by_hand";
import { placeOf } from "./goal_places";
import { frameOf } from "./moments";
import type { State } from "./state";
import { conjugate, minus, type Quat, quat, rounded, times, turnDegrees, type Vec3, vec3 } from "./vectors";
import { chain, EMPTY_PLACE, goalAt, profileAround } from "./wishes";

export interface TrackDrag {
  moved(to: Vec3): PageEdit | null;
  turned(to: Quat): PageEdit | null;
}

/** The selected track, if it can be changed. */
export function heldTrack(state: State): Track | null {
  const track = state.clip?.tracks.find((t) => t.id === state.selection.track);
  return track && !track.locked ? track : null;
}

/** Where the handle of the selected constraint stands, where that is not at a joint: what is looked at, the weight. */
export function handlePlace(state: State): Vec3 | null {
  const c = heldTrack(state)?.constraint;
  if (state.mode !== "edit" || !c || !state.figure) return null;
  if (c.kind === "look_at") {
    const goal = c.goals[lookGoal(state, c)];
    return goal ? placeOf(state, state.jointNamed(c.effector), goal, state.frame) : null;
  }
  const pose = c.kind === "balance" ? state.motion?.at(state.frame) : null;
  return pose ? centreOfMass(state.figure, pose) : null;
}

/** How the selected constraint takes a drag of a joint (-1: of its own handle); null where it has no say. */
export function trackDrag(state: State, joint: number): TrackDrag | null {
  const track = heldTrack(state);
  const c = track?.constraint;
  if (!track || !c) return null;
  const changed = (constraint: typeof c): PageEdit => ({ do: "change_constraint", track: track.id, constraint });
  const still = () => null;
  if (c.kind === "look_at" && joint < 0) return { moved: (to) => changed(looking(state, c, to)), turned: still };
  if (c.kind === "balance" && joint < 0) return { moved: (to) => changed(leaning(state, c, to)), turned: still };
  if (c.kind === "shape" && state.jointNamed(c.effector) === joint && inside(state, c))
    return { moved: (to) => changed(through(state, c, joint, to)), turned: still };
  if (c.kind === "footplant" && ofFoot(state, c, joint))
    return {
      moved: (to) => changed(stood(state, c, joint, to)),
      turned: (to) => changed(turnedFoot(state, c, joint, to)),
    };
  return null;
}

function lookGoal(state: State, c: LookAt): number {
  const now = goalAt(c.goals, state.frame, state.frameTime);
  return now < 0 ? Math.min(state.selection.goal, c.goals.length - 1) : now;
}

function looking(state: State, c: LookAt, to: Vec3): LookAt {
  const k = lookGoal(state, c);
  return { ...c, goals: c.goals.map((goal, n) => (n === k ? { ...goal, at: rounded(to), relative_to: null } : goal)) };
}

/** The weight goes as far from its own path as it was dragged, on the axes that the constraint has. */
function leaning(state: State, c: Balance, to: Vec3): Balance {
  const own = state.motion?.original(state.frame);
  if (!own || !state.figure) return c;
  const away = minus(to, centreOfMass(state.figure, own));
  const offset = rounded(away.map((n, k) => (c.axes.includes("xyz"[k]) ? n : 0)) as Vec3);
  const k = goalAt(c.goals, state.frame, state.frameTime);
  const fresh = { ...EMPTY_PLACE, when: profileAround(state.frame, state.clip!, true), offset };
  if (k < 0) return { ...c, goals: [...c.goals, fresh] };
  return { ...c, goals: c.goals.map((goal, n) => (n === k ? { ...goal, at: null, offset } : goal)) };
}

const holdOf = (state: State, hold: readonly (number | string)[]) => hold.map((m) => frameOf(m, state.frameTime));

function inside(state: State, c: Shape): boolean {
  const [first, last] = holdOf(state, c.span);
  return first < state.frame && state.frame < last;
}

/** The point of a path in this frame is moved, or a new one is put there. */
function through(state: State, c: Shape, joint: number, to: Vec3): Shape {
  const own = state.motion?.original(state.frame);
  const offset = own ? rounded(minus(to, vec3(own.positions, joint))) : ([0, 0, 0] as Vec3);
  const holds = c.points.map((p) => holdOf(state, p.hold));
  const k = holds.findIndex(([a, b]) => a - 0.5 <= state.frame && state.frame <= b + 0.5);
  if (k >= 0) {
    const put = c.points[k].at ? { at: rounded(to) } : { offset };
    return { ...c, points: c.points.map((p, n) => (n === k ? { ...p, ...put } : p)) };
  }
  const before = holds.filter(([a]) => a < state.frame).length;
  const fresh = c.points[0]?.at
    ? { ...pointAt(state.frame, offset), offset: null, at: rounded(to) }
    : pointAt(state.frame, offset);
  return { ...c, points: [...c.points.slice(0, before), fresh, ...c.points.slice(before)] };
}

function ofFoot(state: State, c: Footplant, joint: number): boolean {
  const ankle = state.jointNamed(`${c.foot}_ankle`);
  return joint >= 0 && ankle >= 0 && chain(state.figure!, joint).includes(ankle);
}

function stood(state: State, c: Footplant, joint: number, to: Vec3): Footplant {
  const own = state.motion?.original(state.frame);
  return own ? { ...c, move: rounded(minus(to, vec3(own.positions, joint))) } : c;
}

function turnedFoot(state: State, c: Footplant, joint: number, to: Quat): Footplant {
  const own = state.motion?.original(state.frame);
  if (!own) return c;
  const [, about] = turnDegrees(times(to, conjugate(quat(own.rotations, joint))));
  return { ...c, turn_deg: Number(about.toFixed(2)) };
}
