// Moments of documents (seconds, or frames as "120f") and how a person reads them.
import type { Units } from "./state";

export type Moment = number | string;

export function frameOf(moment: Moment, frameTime: number): number {
  return typeof moment === "string" ? Number(moment.replace(/f$/, "")) : moment / frameTime;
}

export const asMoment = (frame: number): string => `${Number(frame.toFixed(2))}f`;

export function shownTime(frame: number, frameTime: number, units: Units): string {
  const seconds = frame * frameTime;
  if (units === "seconds") return seconds.toFixed(2);
  if (units === "frames") return String(Math.round(frame));
  const fps = Math.max(1, Math.round(1 / frameTime));
  const whole = Math.round(frame);
  const two = (n: number) => String(n).padStart(2, "0");
  const s = Math.floor(whole / fps);
  return `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}:${two(whole % fps)}`;
}

/** What a person typed, as a frame; null where it is no time. */
export function typedTime(text: string, frameTime: number, units: Units): number | null {
  const parts = text.trim().split(":").map(Number);
  if (!text.trim() || parts.some((p) => !Number.isFinite(p))) return null;
  if (parts.length === 1) return units === "seconds" ? parts[0] / frameTime : parts[0];
  const frames = units === "timecode" ? parts.pop()! : 0;
  return parts.reduce((sum, p) => 60 * sum + p, 0) / frameTime + frames;
}
