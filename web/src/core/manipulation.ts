// From a joint that is dragged to the edit that means it.
import type { Orientation, PageEdit, Position } from "../messages";
import { orientedTo, placed } from "./goal_places";
import type { State } from "./state";
import { trackDrag } from "./track_drag";
import type { Quat, Vec3 } from "./vectors";
import {
  EMPTY_PLACE,
  EMPTY_TURN,
  freeAround,
  freshName,
  goalAt,
  orientation,
  position,
  profileAround,
  readable,
  trackFor,
  usualPriority,
  usualRecruit,
} from "./wishes";

export interface Drag {
  joint: number;
  frame: number;
  /** The edit that brings the joint to a place, or turns it. */
  moved(to: Vec3): PageEdit | null;
  turned(to: Quat): PageEdit | null;
}

/** A drag of a joint in the frame under the playhead: it changes the goal that acts there, or adds one. */
export function begun(state: State, joint: number): Drag | null {
  const { clip, figure, frame } = state;
  if (!clip || !figure) return null;
  const own = trackDrag(state, joint);
  if (own) return { joint, frame, ...own };
  if (joint < 0) return null;
  const time = clip.motion.frame_time;
  const when = profileAround(frame, clip, false, freeAround(clip, figure, joint, frame));
  const [name, recruit] = [figure.names[joint], usualRecruit(figure, joint)];
  const priority = usualPriority(clip);

  function moved(to: Vec3): PageEdit {
    const track = trackFor(clip!, figure!, joint, "position");
    if (!track) {
      const goal = placed(state, joint, { ...EMPTY_PLACE, when }, frame, to);
      const made = position(name, freshName(clip!, readable(name)), recruit, [goal]);
      return { do: "add_constraint", constraint: { ...made, priority } };
    }
    const old = track.constraint as Position;
    const goals = changedGoals(old.goals, { ...EMPTY_PLACE, when }, (goal) => placed(state, joint, goal, frame, to));
    return { do: "change_constraint", track: track.id, constraint: { ...old, goals } };
  }

  function turned(to: Quat): PageEdit {
    const track = trackFor(clip!, figure!, joint, "orientation");
    if (!track) {
      const goal = orientedTo(state, joint, { ...EMPTY_TURN, when }, frame, to);
      const made = orientation(name, freshName(clip!, `turn ${readable(name)}`), recruit, [goal]);
      return { do: "add_constraint", constraint: { ...made, priority } };
    }
    const old = track.constraint as Orientation;
    const goals = changedGoals(old.goals, { ...EMPTY_TURN, when }, (goal) => orientedTo(state, joint, goal, frame, to));
    return { do: "change_constraint", track: track.id, constraint: { ...old, goals } };
  }

  function changedGoals<G extends { when: Position["goals"][0]["when"] }>(
    goals: G[],
    fresh: G,
    change: (goal: G) => G,
  ): G[] {
    const k = goalAt(goals, frame, time);
    return k < 0 ? [...goals, change(fresh)] : goals.map((goal, n) => (n === k ? change(goal) : goal));
  }

  return { joint, frame, moved, turned };
}
