// Time goes on.
import type { State } from "./state";

export class Player {
  private last = 0;

  constructor(private readonly state: State) {}

  toggle(): void {
    const state = this.state;
    state.playing = !state.playing;
    const [first, last] = state.range;
    if (state.playing && (state.playhead >= last || state.playhead < first)) state.seek(first);
    state.emit("playing");
    this.last = performance.now();
    if (state.playing) requestAnimationFrame(this.tick);
  }

  private tick = (now: number): void => {
    const state = this.state;
    if (!state.playing) return;
    const [first, last] = state.range;
    const passed = ((now - this.last) / 1000 / state.frameTime) * state.view.speed;
    this.last = now;
    let to = state.playhead + Math.max(0, passed);
    if (to > last) {
      if (!state.view.loop) {
        state.seek(last);
        return this.toggle();
      }
      to = first + ((to - first) % Math.max(1, last - first + 1));
    }
    state.seek(to);
    requestAnimationFrame(this.tick);
  };
}
