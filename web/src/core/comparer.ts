// What the other solver makes of the same wishes, for as long as somebody compares.
import type { Compared, ComparingView } from "../messages";
import type { Poses } from "./pose_frames";
import type { State } from "./state";
import type { Wire } from "./wire";

const PAUSE_MS = 300; // after the last change

export class Comparer {
  private waiting = 0;
  private wanted = ""; // what is to be compared; "": nothing
  private sent = 0; // the request that is going on, or was answered last; 0: none

  constructor(
    private readonly state: State,
    private readonly wire: Wire,
  ) {
    state.on(["document", "view"], () => this.renew());
    state.on("connection", () => {
      if (!state.connected) this.wanted = ""; // whoever answers next knows nothing of it
    });
  }

  /** Ask anew where something changed. */
  private renew(): void {
    const { state } = this;
    const key = state.view.compare && state.clip ? `${state.server?.revision} ${state.clip.id}` : "";
    if (key === this.wanted) return;
    this.wanted = key;
    clearTimeout(this.waiting);
    if (this.sent) this.wire.send({ type: "compare", stop: true });
    this.sent = 0;
    state.other = key && state.other ? { ...state.other, stale: true } : null;
    state.comparing = key ? { done: 0, total: 0 } : null;
    state.emit("poses");
    state.emit("report");
    if (key) this.waiting = window.setTimeout(() => (this.sent = this.wire.send({ type: "compare" })), PAUSE_MS);
  }

  /** How far it is. */
  progress({ request, done, total }: ComparingView): void {
    if (request !== this.sent) return;
    this.state.comparing = { done, total };
    this.state.emit("report");
  }

  /** Frames of the other solver. */
  posed(poses: Poses): void {
    if (poses.header.request !== this.sent) return;
    this.state.other = { poses, compared: null, stale: false };
    this.state.emit("poses");
  }

  heard(compared: Compared): void {
    const { other } = this.state;
    if (compared.request !== this.sent || !other) return;
    this.state.other = { ...other, compared };
    this.ended();
  }

  /** It cannot be done; a message says why. */
  failed(request: number): void {
    if (request && request === this.sent) this.ended();
  }

  private ended(): void {
    this.state.comparing = null;
    this.state.emit("report");
  }
}
