// Between the line and the state: what the server says changes the state, what a person does is sent.
import type { Action, FromServer, PageEdit, StateView } from "../messages";
import { toast } from "../panels/toasts";
import { Comparer } from "./comparer";
import type { Poses } from "./pose_frames";
import { Previewer } from "./previewer";
import { ShownMotion } from "./shown_motion";
import type { State } from "./state";
import { Wire } from "./wire";

export class Desk {
  readonly wire: Wire;
  readonly previewer: Previewer;
  private readonly comparer: Comparer;
  private shownKey = ""; // which motion is shown
  private linting = 0;

  constructor(readonly state: State) {
    this.wire = new Wire(
      (m) => this.hear(m),
      (p) => this.posed(p),
      (on) => this.connection(on),
    );
    this.previewer = new Previewer(state, this.wire);
    this.comparer = new Comparer(state, this.wire);
  }

  /** Do edits as one step; the answer is false where they were refused, and a message says why. */
  async do(edits: PageEdit[], label = ""): Promise<boolean> {
    return this.try({ type: "do", edits, label });
  }

  async try(body: Parameters<Wire["ask"]>[0]): Promise<boolean> {
    return (await this.answer(body)) !== null;
  }

  /** What was said in answer, or null where it was refused. */
  async answer(body: Parameters<Wire["ask"]>[0]): Promise<FromServer[] | null> {
    try {
      return await this.wire.ask(body);
    } catch (error) {
      toast((error as Error).message, "error");
      if (body.type === "do") this.previewer.ask();
      return null;
    }
  }

  start(action: Action): Promise<boolean> {
    return this.try({ type: "start", action });
  }

  private connection(on: boolean): void {
    this.state.connected = on;
    this.shownKey = "";
    this.state.emit("connection");
  }

  private hear(message: FromServer): void {
    const state = this.state;
    switch (message.type) {
      case "welcome":
        state.welcome = message;
        state.job = null;
        for (const notice of message.notices) toast(notice);
        return this.took(message.state);
      case "changed":
        return this.took(message.state);
      case "figure":
        if (message.clip === 0) {
          state.drivenFigure = message;
          return state.emit("figure");
        }
        state.figure = message;
        state.motion = new ShownMotion(message.frames, message.names.length);
        for (const warning of message.warnings.slice(0, 3)) toast(warning);
        state.emit("figure");
        return this.previewer.ask();
      case "report":
        state.report = message;
        return state.emit("report");
      case "comparing":
        return this.comparer.progress(message);
      case "compared":
        return this.comparer.heard(message);
      case "failed":
        if (message.request === 0 || !this.state.dragging) toast(message.message, "error");
        this.comparer.failed(message.request);
        return this.previewer.answer(message.request);
      case "findings":
        state.findings = message.findings;
        return state.emit("findings");
      default:
        return this.hearJob(message);
    }
  }

  private hearJob(message: FromServer): void {
    const state = this.state;
    if (message.type === "progress") {
      state.job = { number: message.job, progress: message, proposed: null };
    } else if (message.type === "proposed") {
      state.job = { number: message.job, progress: null, proposed: message };
      state.proposal = null;
    } else if (message.type === "ended") {
      if (!/^(accepted|dismissed|cancelled)\.$/.test(message.message)) toast(message.message, "error");
      if (state.job?.number === message.job) {
        state.job = null;
        state.proposal = null;
      }
    } else return;
    state.emit("job");
    state.emit("poses");
  }

  /** The document is another one. */
  private took(next: StateView): void {
    const state = this.state;
    const before = state.clip?.id;
    state.server = next;
    const { selection, clip } = state;
    if (selection.track !== null && !clip?.tracks.some((t) => t.id === selection.track)) selection.track = null;
    if (before !== clip?.id) state.selection = { joint: null, track: null, goal: 0, contact: null };
    state.playhead = Math.min(state.playhead, state.frames - 1);
    const key = clip ? `${clip.id} ${clip.motion.key} ${JSON.stringify(clip.roles)}` : "";
    if (key !== this.shownKey) this.show(key);
    else if (clip) this.previewer.ask();
    state.emit("document");
    this.lint();
  }

  private show(key: string): void {
    const { clip } = this.state;
    this.shownKey = key;
    this.state.zoom = { first: 0, last: Math.max(1, this.state.frames - 1) };
    this.state.report = null;
    if (clip) void this.try({ type: "show", playhead: this.state.frame, clip: clip.id });
    else {
      this.state.figure = this.state.motion = null;
      this.state.emit("figure");
    }
  }

  /** Lint waits until nothing changes for a moment. */
  private lint(): void {
    clearTimeout(this.linting);
    this.linting = window.setTimeout(() => {
      if (this.state.clip?.tracks.length) this.wire.send({ type: "lint" });
      else {
        this.state.findings = [];
        this.state.emit("findings");
      }
    }, 300);
  }

  private posed(poses: Poses): void {
    const state = this.state;
    const { which, clip, request, final, total, joints, start, frames } = poses.header;
    if (which === "source") {
      if (state.figure?.clip !== clip || !state.motion) return;
      state.motion.source.put(poses);
      if (!final && (state.frame < start || state.frame >= start + frames)) return; // nothing of it is seen yet
    } else if (which === "preview") {
      if (state.motion?.joints !== joints || state.clip?.id !== clip || !state.motion.put(poses)) return;
      state.emit("poses");
      return this.previewer.came(request, final);
    } else if (which === "other") {
      return this.comparer.posed(poses);
    } else if (which === "proposal" && state.job?.number === request) {
      state.proposal ??= new ShownMotion(total, joints);
      state.proposal.source.put(poses);
    } else if (which === "drive") {
      state.driven = { positions: poses.positions, rotations: poses.rotations };
    } else if (which === "pose") {
      state.posture = { positions: poses.positions, rotations: poses.rotations };
    }
    state.emit("poses");
  }
}
