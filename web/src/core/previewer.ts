// Previews while somebody drags: at most one is on its way, and only the newest of the others waits.
import type { PageEdit } from "../messages";
import type { State } from "./state";
import type { Wire } from "./wire";

const PATIENCE_MS = 1500; // then the next one is sent, whatever became of the last

interface Wanted {
  edits: PageEdit[];
  at: number; // when the pointer moved [ms]
}

export interface Timing {
  request: number;
  pointer: number;
  frame: number | null; // [ms] until the frame under the playhead was there
  clip: number | null; // [ms] until all frames in which something is asked were there
  final: number | null;
}

export class Previewer {
  readonly timings: Timing[] = [];
  private waiting: Wanted | null = null;
  private sent = 0;
  private sentAt = 0;
  private answered = true;
  private oldest = 0; // what was asked before it is about another motion

  constructor(
    private readonly state: State,
    private readonly wire: Wire,
  ) {}

  /** There is another motion: what was asked about the last one is neither waited for nor shown. */
  begin(): void {
    this.waiting = null;
    this.answered = true;
    this.oldest = this.sent + 1;
    this.solving(false);
  }

  /** A preview is there to its end with its report, or never will be. */
  end(request: number): void {
    if (request === this.sent) this.solving(false);
  }

  /** Whether a request is about the motion that is shown. */
  owns(request: number): boolean {
    return request >= this.oldest;
  }

  /** Show the document with some edits; none shows it as it is. */
  ask(edits: PageEdit[] = [], at = performance.now()): void {
    this.waiting = { edits, at };
    if (this.answered || performance.now() - this.sentAt > PATIENCE_MS) this.next();
  }

  /** A piece came, and was applied. */
  came(request: number, final: boolean): void {
    const timing = this.timings.find((t) => t.request === request);
    if (timing) {
      const ms = performance.now() - timing.pointer;
      if (timing.frame === null) timing.frame = ms;
      else if (!final || timing.clip === null) timing.clip = ms;
      if (final) timing.final = ms;
    }
    this.answer(request);
  }

  /** Whether a piece is of the preview that is wanted. */
  answer(request: number): void {
    if (request !== this.sent) return;
    this.answered = true;
    if (this.waiting) this.next();
  }

  /** Whether nothing waits and everything was answered. */
  get settled(): boolean {
    return this.waiting === null && this.answered;
  }

  private solving(now: boolean): void {
    if (this.state.solving === now) return;
    this.state.solving = now;
    this.state.emit("solving");
  }

  private next(): void {
    if (!this.waiting) return;
    const { edits, at } = this.waiting;
    this.waiting = null;
    const base = this.state.motion?.base ?? 0;
    const request = this.wire.send({ type: "preview", playhead: this.state.frame, edits, base });
    if (!request) return;
    this.sent = request;
    this.sentAt = performance.now();
    this.answered = false;
    this.solving(true);
    if (edits.length) {
      this.timings.push({ request, pointer: at, frame: null, clip: null, final: null });
      if (this.timings.length > 5000) this.timings.shift();
    }
  }
}
