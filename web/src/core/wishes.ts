// Constraints as the page makes them: what somebody meant who dragged, pinned or attached a joint.
import type {
  Clip,
  Constraint,
  Figure,
  Footplant,
  Orientation,
  PlaceGoal,
  Position,
  Preserve,
  Track,
  TurnGoal,
} from "../messages";
import { asMoment, frameOf, type Moment } from "./moments";
import type { Vec3 } from "./vectors";

export type Profile = [Moment, Moment, Moment, Moment];
const EASE_S = 0.25;
const HOLD_S = 0.5;
const ARMS = ["shoulder", "elbow", "wrist", "fingertips"];
const LEGS = ["knee", "ankle", "ball", "toe_end"];

export const common = (name: string, recruit: string) => ({
  name,
  priority: 1,
  weight: 1,
  recruit,
  space: null,
  enforce: "span" as const,
});

export const EMPTY_PLACE: PlaceGoal = { when: null, at: null, offset: null, relative_to: null };
export const EMPTY_TURN: TurnGoal = { when: null, wxyz: null, turn_deg: null, relative_to: null };

export function position(effector: string, name: string, recruit: string, goals: PlaceGoal[]): Position {
  return { kind: "position", ...common(name, recruit), effector, goals, point: [0, 0, 0], axes: "xyz" };
}

export function orientation(effector: string, name: string, recruit: string, goals: TurnGoal[]): Orientation {
  return { kind: "orientation", ...common(name, recruit), effector, goals };
}

export function preserve(effector: string, name: string, span: [Moment, Moment] | null): Preserve {
  return { kind: "preserve", ...common(name, "all"), effector, point: [0, 0, 0], axes: "xyz", span };
}

export function footplant(foot: string, name: string, keys: Profile): Footplant {
  const [heel_strike, toe_strike, heel_off, toe_off] = keys;
  const events = { heel_strike, toe_strike, heel_off, toe_off };
  return { kind: "footplant", ...common(name, "all"), foot, events, move: [0, 0, 0], turn_deg: 0, ease: [0.2, 0.2] };
}

/** Active in one frame, or held around it, with time to come and go, within frames that are free for it. */
export function profileAround(
  frame: number,
  clip: Clip,
  hold = false,
  free: [number, number] = [0, Infinity],
): Profile {
  const { frames, frame_time, rest_rows } = clip.motion;
  const ease = Math.max(1, Math.round(EASE_S / frame_time));
  const half = hold ? Math.round(HOLD_S / 2 / frame_time) : 0;
  const low = Math.max(free[0], Math.min(rest_rows, frames - 1));
  const within = (f: number) => asMoment(Math.min(Math.max(f, low), Math.min(frames - 1, free[1])));
  return [within(frame - half - ease), within(frame - half), within(frame + half), within(frame + half + ease)];
}

/**
 * The frames around one in which no contact of the joint, or of those that hang on it, begins or ends: a foot that is
 * dragged in its flight stays where it stands before and after. A joint that stands in this frame is free of it.
 */
export function freeAround(clip: Clip, figure: Figure, joint: number, frame: number): [number, number] {
  const moved = new Set(figure.names.filter((_, j) => chain(figure, j).includes(joint)));
  const own = clip.contacts?.contacts.filter((c) => c.joint !== null && moved.has(c.joint)) ?? [];
  if (own.some((c) => c.start <= frame && frame < c.stop)) return [0, Infinity];
  const before = own.filter((c) => c.stop <= frame).map((c) => c.stop);
  const after = own.filter((c) => c.start > frame).map((c) => c.start - 1);
  return [Math.max(0, ...before), Math.min(Infinity, ...after)];
}

/** The role that a joint plays, if any. */
export function roleOf(figure: Figure, joint: number): string | null {
  const name = figure.names[joint];
  return Object.keys(figure.roles).find((role) => figure.roles[role] === name) ?? null;
}

/** Whom a drag of this joint moves: an arm with the spine, a leg from its hip; else everybody up to the root. */
export function usualRecruit(figure: Figure, joint: number): string {
  const above = chain(figure, joint).map((j) => roleOf(figure, j));
  const side = above.find((role) => role && /^(left|right)_/.test(role))?.split("_")[0];
  const plays = (parts: string[]) => above.some((role) => role && parts.some((part) => role === `${side}_${part}`));
  if (plays(ARMS)) return ["spine", "chest", `${side}_shoulder`].find((r) => above.includes(r)) ?? "all";
  if (plays(LEGS) && above.includes(`${side}_hip`)) return `${side}_hip`;
  return "all";
}

/**
 * How strong a new wish is: weaker than what stands, contacts that are kept or tracks, which has priority 1. Wishes of one priority move all
 * joints that any of them recruits, so beside standing feet a raised hand would move the hips and the foot that swings.
 */
export function usualPriority(clip: Clip): number {
  const stands = ({ constraint: c, muted }: Track) =>
    !muted && c.priority === 1 && (c.kind === "footplant" || c.kind === "preserve");
  return (clip.contacts && clip.solving.keep_contacts) || clip.tracks.some(stands) ? 2 : 1;
}

/** A joint and those above it. */
export function chain(figure: Figure, joint: number): number[] {
  const out = [];
  for (let j = joint; j >= 0; j = figure.parents[j]) out.push(j);
  return out;
}

/** The track that says where a joint is (or how it is turned), if there is one that can be changed. */
export function trackFor(clip: Clip, figure: Figure, joint: number, kind: "position" | "orientation"): Track | null {
  const names = [figure.names[joint], roleOf(figure, joint)];
  const fits = (c: Constraint) =>
    c.kind === kind && names.includes(c.effector) && !(c.kind === "position" && c.point.some(Boolean));
  return clip.tracks.find((track) => !track.locked && !track.muted && fits(track.constraint)) ?? null;
}

/** The goal that fully acts in a frame; -1 where none does. */
export function goalAt(goals: { when: Profile | null }[], frame: number, frameTime: number): number {
  return goals.findIndex(({ when }) => {
    if (when === null) return true;
    const keys = when.map((moment) => frameOf(moment, frameTime));
    return keys[1] - 0.5 <= frame && frame <= keys[2] + 0.5;
  });
}

export function calledTrack(track: Track): string {
  const c = track.constraint;
  const about = "effector" in c ? c.effector : c.kind === "footplant" ? c.foot : "";
  return c.name || `${c.kind.replace("_", " ")} ${about}`.trim();
}

/** A name that no other track has. */
export function freshName(clip: Clip, wanted: string): string {
  const taken = new Set(clip.tracks.map((track) => track.constraint.name));
  for (let k = 1; ; k++) {
    const name = k === 1 ? wanted : `${wanted} ${k}`;
    if (!taken.has(name)) return name;
  }
}

export const readable = (joint: string): string =>
  joint
    .replace(/[_ ]+/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .trim()
    .toLowerCase();
export type { Vec3 };
