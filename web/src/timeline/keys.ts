// Moments of a constraint that a timeline shows and that can be dragged.
import type { Constraint, Events, Footplant } from "../messages";
import { asMoment, frameOf, type Moment } from "../core/moments";

export interface Keys {
  of: "goal" | "point" | "span" | "event";
  number: number;
  frames: number[]; // two or four, in order
  frameTime?: number; // [s] with `moved`
  moved?: number; // by how many frames all of it was dragged
}

const EVENTS = ["heel_strike", "toe_strike", "heel_off", "toe_off"] as const;

/** When a foot comes down and leaves; the server lets no track wait for events that are to be detected. */
export function eventsOf(c: Footplant): [Moment, Moment, Moment, Moment] {
  const events = c.events as Events;
  return EVENTS.map((name) => events[name]) as [Moment, Moment, Moment, Moment];
}

export function keysOf(c: Constraint, frameTime: number): Keys[] {
  const frames = (moments: readonly Moment[]) => moments.map((moment) => frameOf(moment, frameTime));
  const out: Keys[] = [];
  if ("span" in c && c.span) out.push({ of: "span", number: 0, frames: frames(c.span) });
  if (c.kind === "footplant") out.push({ of: "event", number: 0, frames: frames(eventsOf(c)) });
  if (c.kind === "shape") c.points.forEach((p, number) => out.push({ of: "point", number, frames: frames(p.hold) }));
  if ("goals" in c) c.goals.forEach((g, number) => g.when && out.push({ of: "goal", number, frames: frames(g.when) }));
  return out;
}

/** The constraint with some keys elsewhere. */
export function withKeys(c: Constraint, keys: Keys): Constraint {
  const to = keys.frames.map(asMoment);
  const put = <T>(items: T[], change: (item: T) => T) =>
    items.map((item, k) => (k === keys.number ? change(item) : item));
  if (keys.of === "span") return { ...withSpan(c, keys), span: [to[0], to[1]] } as Constraint;
  if (keys.of === "event" && c.kind === "footplant")
    return { ...c, events: { heel_strike: to[0], toe_strike: to[1], heel_off: to[2], toe_off: to[3] } };
  if (keys.of === "point" && c.kind === "shape")
    return { ...c, points: put(c.points, (p) => ({ ...p, hold: [to[0], to[1]] as [Moment, Moment] })) };
  if (keys.of === "goal" && "goals" in c)
    return { ...c, goals: put<any>(c.goals, (g) => ({ ...g, when: to })) } as Constraint;
  return c;
}

/** A path whose whole span is moved takes its points along. */
function withSpan(c: Constraint, keys: Keys): Constraint {
  if (c.kind !== "shape" || keys.moved === undefined) return c;
  const shift = (m: Moment) => asMoment(frameOf(m, keys.frameTime!) + keys.moved!);
  return {
    ...c,
    points: c.points.map((p) => ({ ...p, hold: [shift(p.hold[0]), shift(p.hold[1])] as [string, string] })),
  };
}

/** The first and the last frame that keys may be dragged to: points of a path stay inside it, and in order. */
export function boundsOf(c: Constraint, keys: Keys, key: number, frameTime: number, frames: number): [number, number] {
  if (c.kind !== "shape") return [0, frames - 1];
  const [first, last] = c.span.map((m) => frameOf(m, frameTime));
  const hold = (k: number) => c.points[k]?.hold.map((m) => frameOf(m, frameTime));
  if (keys.of === "point")
    return [(hold(keys.number - 1)?.[1] ?? first) + 1, (hold(keys.number + 1)?.[0] ?? last + 1) - 1];
  if (key < 0) return [0, frames - 1];
  const points = c.points.map((_, k) => hold(k)!);
  return key === 0 ? [0, points[0][0] - 1] : [points[points.length - 1][1], frames - 1];
}

/** Frames of a ramp that a drag leaves: one that is pressed to nothing would make the motion jump. */
const LEAST_RAMP = 4;

/**
 * One key dragged to a frame, within its neighbours and bounds; -1 drags all.
 *
 * What is fully active pushes where its goal begins and is gone before it, so that the ramps stay.
 */
export function dragged(keys: Keys, key: number, by: number, [first, last]: [number, number]): number[] {
  const { frames } = keys;
  if (key < 0) {
    const step = Math.min(Math.max(by, first - frames[0]), last - frames[frames.length - 1]);
    return frames.map((f) => f + step);
  }
  const gap = (k: number) => (keys.of === "goal" && k !== 1 ? Math.min(LEAST_RAMP, frames[k + 1] - frames[k]) : 0);
  const pushes = keys.of === "goal" && (key === 1 || key === 2);
  const low = key === 0 ? first : pushes && key === 1 ? first + gap(0) : Math.max(first, frames[key - 1] + gap(key - 1));
  const end = key === frames.length - 1;
  const high = end ? last : pushes && key === 2 ? last - gap(2) : Math.min(last, frames[key + 1] - gap(key));
  const to = Math.min(Math.max(frames[key] + by, low), high);
  return frames.map((f, k) => {
    if (k === key) return to;
    if (pushes && key === 1 && k === 0) return Math.min(f, to - gap(0));
    if (pushes && key === 2 && k === 3) return Math.max(f, to + gap(2));
    return f;
  });
}

export const KEY_NAMES: Record<Keys["of"], string[]> = {
  goal: ["begins", "fully active", "begins to leave", "gone"],
  event: ["heel strike", "toe strike", "heel off", "toe off"],
  span: ["begins", "ends"],
  point: ["hold begins", "hold ends"],
};
