// The walker under arrow keys or a gamepad: the page says where to, the server walks.
import type { Desk } from "./desk";

const FPS = 60;
const TURN = 1.6; // [rad/s] of a key that is held
const STICK = 0.2; // of a gamepad, below which it rests

export class Driver {
  speed = 1.3; // [m/s] of the key ahead
  step = 0.7;
  arms = 1;
  limp = "";
  severity = 1;
  recording = false;
  recorded = 0; // frames
  stepped: (() => void) | null = null; // who shows how much is recorded
  private heading = 0;
  private held = new Set<string>();
  private last = 0;
  private running = false;
  private anew = true;

  constructor(private readonly desk: Desk) {
    addEventListener("keydown", (e) => this.key(e, true));
    addEventListener("keyup", (e) => this.key(e, false));
    desk.state.on("mode", () => (desk.state.mode === "drive" ? this.begin() : this.end()));
  }

  /** Whether the first step of a walker has not come yet. */
  get starting(): boolean {
    return this.anew;
  }

  /** Another walker, at the start. */
  restart(): void {
    this.anew = true;
    this.heading = 0;
    this.recorded = 0;
  }

  async keep(): Promise<void> {
    if (await this.desk.try({ type: "keep_drive" })) {
      this.recorded = 0;
      this.recording = false;
      this.desk.state.enter("edit");
    }
  }

  private begin(): void {
    if (this.running) return;
    this.running = true;
    this.restart();
    this.last = performance.now();
    requestAnimationFrame(this.tick);
  }

  private end(): void {
    this.running = false;
    this.held.clear();
  }

  /** Time goes on as it does; a step is asked for when the last one is there. */
  private tick = async (): Promise<void> => {
    if (!this.running) return;
    const now = performance.now();
    const frames = Math.min(12, Math.floor(((now - this.last) / 1000) * FPS));
    if (frames >= 1) {
      this.last = now;
      const { turn, ahead } = this.wanted();
      this.heading += turn * TURN * (frames / FPS);
      const ok = await this.desk.try({
        type: "drive",
        frames,
        heading: this.heading,
        speed: ahead * this.speed,
        step_m: this.step,
        arm_swing: this.arms,
        limp: this.limp || null,
        severity: this.severity,
        record: this.recording,
        anew: this.anew,
      });
      if (!ok) return this.desk.state.enter("edit");
      this.anew = false;
      if (this.recording) this.recorded += frames;
      this.stepped?.();
    }
    requestAnimationFrame(() => void this.tick());
  };

  private wanted(): { turn: number; ahead: number } {
    const pad = navigator.getGamepads?.().find((p) => p !== null);
    const axis = (k: number) => (pad && Math.abs(pad.axes[k] ?? 0) > STICK ? pad.axes[k] : 0);
    const on = (key: string) => (this.held.has(key) ? 1 : 0);
    return {
      turn: Math.max(-1, Math.min(1, on("ArrowLeft") - on("ArrowRight") - axis(0))),
      ahead: Math.max(0, Math.min(1.5, (on("ArrowUp") ? (on("Shift") ? 1.5 : 1) : 0) - axis(1))),
    };
  }

  private key(event: KeyboardEvent, down: boolean): void {
    if (!this.running || !/^(Arrow|Shift)/.test(event.key)) return;
    if (down) this.held.add(event.key);
    else this.held.delete(event.key);
    if (event.key !== "Shift") event.preventDefault();
  }
}
