// Where a goal wants a joint to be, and the goal that wants it somewhere else.
import type { Constraint, PlaceGoal, TurnGoal } from "../messages";
import type { State } from "./state";
import {
  conjugate,
  fromTurnDegrees,
  minus,
  plus,
  type Quat,
  quat,
  rounded,
  times,
  turnDegrees,
  turned,
  type Vec3,
  vec3,
} from "./vectors";

/** The place [m] in the world that a goal asks for in a frame; null where the page cannot tell. */
export function placeOf(state: State, joint: number, goal: PlaceGoal, frame: number): Vec3 | null {
  const own = state.motion?.original(frame);
  if (goal.offset) return own ? plus(vec3(own.positions, joint), goal.offset as Vec3) : null;
  if (!goal.at) return null;
  if (!goal.relative_to) return goal.at as Vec3;
  const ride = frameOfJoint(state, goal.relative_to, frame);
  return ride && plus(turned(ride.turn, goal.at as Vec3), ride.place);
}

/** The same goal with its place elsewhere, said in the way it was said before. */
export function placed(state: State, joint: number, goal: PlaceGoal, frame: number, to: Vec3): PlaceGoal {
  const own = state.motion?.original(frame);
  if (goal.at && goal.relative_to) {
    const ride = frameOfJoint(state, goal.relative_to, frame);
    if (ride) return { ...goal, at: rounded(turned(conjugate(ride.turn), minus(to, ride.place))) };
  }
  if (goal.at || !own) return { ...goal, at: rounded(to), offset: null };
  return { ...goal, at: null, offset: rounded(minus(to, vec3(own.positions, joint))) };
}

/** The same goal with its orientation turned to another one. */
export function orientedTo(state: State, joint: number, goal: TurnGoal, frame: number, to: Quat): TurnGoal {
  const own = state.motion?.original(frame);
  const ride = goal.relative_to ? frameOfJoint(state, goal.relative_to, frame) : null;
  if (goal.wxyz && ride) return { ...goal, wxyz: times(conjugate(ride.turn), to) };
  if (goal.wxyz || !own) return { ...goal, wxyz: to, turn_deg: null };
  return { ...goal, wxyz: null, turn_deg: rounded(turnDegrees(times(to, conjugate(quat(own.rotations, joint)))), 3) };
}

export function orientationOf(state: State, joint: number, goal: TurnGoal, frame: number): Quat | null {
  const own = state.motion?.original(frame);
  const ride = goal.relative_to ? frameOfJoint(state, goal.relative_to, frame) : null;
  if (goal.wxyz) return ride ? times(ride.turn, goal.wxyz as Quat) : (goal.wxyz as Quat);
  return goal.turn_deg && own ? times(fromTurnDegrees(goal.turn_deg as Vec3), quat(own.rotations, joint)) : null;
}

export function frameOfJoint(state: State, name: string, frame: number): { place: Vec3; turn: Quat } | null {
  const joint = state.jointNamed(name);
  const pose = state.motion?.at(frame);
  return joint < 0 || !pose ? null : { place: vec3(pose.positions, joint), turn: quat(pose.rotations, joint) };
}

/** The joint that a constraint is about; -1 where it is about none or several. */
export function jointOf(state: State, constraint: Constraint): number {
  if (constraint.kind === "footplant") return state.jointNamed(`${constraint.foot}_ankle`);
  return "effector" in constraint ? state.jointNamed(constraint.effector) : -1;
}
