// Moments of a constraint that a timeline shows and that can be dragged.
import type { Constraint } from "../messages";
import { asMoment, frameOf, type Moment } from "../core/moments";

export interface Keys {
  of: "goal" | "point" | "span" | "event";
  number: number;
  frames: number[]; // two or four, in order
}

const EVENTS = ["heel_strike", "toe_strike", "heel_off", "toe_off"] as const;

export function keysOf(c: Constraint, frameTime: number): Keys[] {
  const frames = (moments: readonly Moment[]) => moments.map((moment) => frameOf(moment, frameTime));
  const out: Keys[] = [];
  if ("span" in c && c.span) out.push({ of: "span", number: 0, frames: frames(c.span) });
  if (c.kind === "footplant")
    out.push({ of: "event", number: 0, frames: frames(EVENTS.map((name) => c.events[name])) });
  if (c.kind === "shape") c.points.forEach((p, number) => out.push({ of: "point", number, frames: frames(p.hold) }));
  if ("goals" in c) c.goals.forEach((g, number) => g.when && out.push({ of: "goal", number, frames: frames(g.when) }));
  return out;
}

/** The constraint with some keys elsewhere. */
export function withKeys(c: Constraint, keys: Keys): Constraint {
  const to = keys.frames.map(asMoment);
  const put = <T>(items: T[], change: (item: T) => T) =>
    items.map((item, k) => (k === keys.number ? change(item) : item));
  if (keys.of === "span") return { ...c, span: [to[0], to[1]] } as Constraint;
  if (keys.of === "event" && c.kind === "footplant")
    return { ...c, events: { heel_strike: to[0], toe_strike: to[1], heel_off: to[2], toe_off: to[3] } };
  if (keys.of === "point" && c.kind === "shape")
    return { ...c, points: put(c.points, (p) => ({ ...p, hold: [to[0], to[1]] as [Moment, Moment] })) };
  if (keys.of === "goal" && "goals" in c)
    return { ...c, goals: put<any>(c.goals, (g) => ({ ...g, when: to })) } as Constraint;
  return c;
}

/** One key dragged to a frame, within its neighbours and the clip; -1 drags all. */
export function dragged(frames: number[], key: number, by: number, clipFrames: number): number[] {
  if (key < 0) {
    const step = Math.min(Math.max(by, -frames[0]), clipFrames - 1 - frames[frames.length - 1]);
    return frames.map((f) => f + step);
  }
  const low = key > 0 ? frames[key - 1] : 0;
  const high = key < frames.length - 1 ? frames[key + 1] : clipFrames - 1;
  return frames.map((f, k) => (k === key ? Math.min(Math.max(f + by, low), high) : f));
}

export const KEY_NAMES: Record<Keys["of"], string[]> = {
  goal: ["begins", "fully active", "begins to leave", "gone"],
  event: ["heel strike", "toe strike", "heel off", "toe off"],
  span: ["begins", "ends"],
  point: ["hold begins", "hold ends"],
};
