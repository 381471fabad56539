// Frames and pixels of the timeline.
import type { State } from "../core/state";

export class Scale {
  width = 1; // [px] of the lanes

  constructor(private readonly state: State) {}

  x(frame: number): number {
    const { first, last } = this.state.zoom;
    return ((frame - first) / Math.max(1e-9, last - first)) * this.width;
  }

  frame(x: number): number {
    const { first, last } = this.state.zoom;
    return first + (x / this.width) * (last - first);
  }

  /** Frames of a step of the pointer. */
  frames(pixels: number): number {
    const { first, last } = this.state.zoom;
    return (pixels / this.width) * (last - first);
  }

  zoomed(by: number, around: number): void {
    const { first, last } = this.state.zoom;
    const span = Math.min(Math.max((last - first) * by, 8), this.end);
    const share = (around - first) / Math.max(1e-9, last - first);
    this.show(around - share * span, span);
  }

  panned(frames: number): void {
    const { first, last } = this.state.zoom;
    this.show(first + frames, last - first);
  }

  fit(): void {
    this.show(0, this.end);
  }

  private get end(): number {
    return Math.max(1, this.state.frames - 1);
  }

  private show(first: number, span: number): void {
    const from = Math.min(Math.max(first, 0), Math.max(0, this.end - span));
    this.state.zoom = { first: from, last: from + Math.min(span, this.end) };
    this.state.emit("zoom");
  }
}

/** A step between marks of the ruler that a person can count: 1, 2, 5, 10, ... units. */
export function niceStep(least: number): number {
  const ten = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  return [1, 2, 5, 10].map((k) => k * ten).find((step) => step >= least) ?? 10 * ten;
}
