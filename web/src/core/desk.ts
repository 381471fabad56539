// Between the line and the state: what the server says changes the state, what a person does is sent.
import type { Action, Clip, Figure, FromServer, PageEdit, PoseHeader, StateView } from "../messages";
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
  private shownKey: string | null = null; // which motion is shown, or comes; null: nobody knows
  private showing = false;
  private piece: PoseHeader | null = null; // of the preview that was shown last: its report comes next
  private told = 0; // the preview that is there to its end, with its report
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

  /** Whether the motion of the open clip is there. */
  get shown(): boolean {
    return !this.showing && this.shownKey === keyOf(this.state.clip) && this.state.motion?.source.complete === true;
  }

  /** Whether all of the newest preview is there, with its report. */
  get settled(): boolean {
    const { motion } = this.state;
    return this.shown && this.previewer.settled && motion !== null && motion.settled && this.told === motion.base;
  }

  private connection(on: boolean): void {
    this.state.connected = on;
    this.state.emit("connection");
  }

  private hear(message: FromServer): void {
    const state = this.state;
    switch (message.type) {
      case "welcome":
        state.welcome = message;
        state.job = null;
        this.shownKey = null; // it may be about another project, or another server
        for (const notice of message.notices) toast(notice);
        return this.took(message.state);
      case "changed":
        return this.took(message.state);
      case "figure":
        if (message.clip === 0) {
          state.drivenFigure = message;
          return state.emit("figure");
        }
        return this.met(message);
      case "report":
        if (message.request !== this.piece?.request) return; // about a posture, or frames that are not shown
        state.report = message;
        if (this.piece.final) {
          this.told = message.request;
          this.previewer.end(message.request);
        }
        return state.emit("report");
      case "comparing":
        return this.comparer.progress(message);
      case "compared":
        return this.comparer.heard(message);
      case "failed":
        if (message.request === 0 || !this.state.dragging) toast(message.message, "error");
        this.comparer.failed(message.request);
        this.previewer.end(message.request);
        return this.previewer.answer(message.request);
      case "findings":
        state.findings = message.findings;
        return state.emit("findings");
      default:
        return this.hearJob(message);
    }
  }

  /** Who moves: first with a single frame, so that there is something to be seen, then with all of them. */
  private met(figure: Figure): void {
    const { state } = this;
    if (!this.begun(figure)) {
      state.motion = new ShownMotion(figure.frames, figure.names.length);
      this.previewer.begin();
    }
    state.figure = figure;
    state.emit("figure");
    if (figure.early) return;
    for (const warning of figure.warnings.slice(0, 3)) toast(warning);
    this.previewer.ask();
  }

  /** Whether the single frame that is seen is one of this figure. */
  private begun({ clip, early, frames, names }: Figure): boolean {
    const { figure, motion } = this.state;
    const same = figure?.clip === clip && motion?.source.frames === frames && motion.joints === names.length;
    return same && figure.early && !early;
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
    if (keyOf(clip) !== this.shownKey) void this.show();
    else if (clip) this.previewer.ask();
    state.emit("document");
    this.lint();
  }

  /** Get the motion of the open clip; one after the other, so that what is said of two never mixes. */
  private async show(): Promise<void> {
    if (this.showing) return; // which goes on with the clip that is open by then
    this.showing = true;
    while (this.shownKey !== keyOf(this.state.clip)) {
      const { state } = this;
      const { clip } = state;
      this.shownKey = keyOf(clip);
      state.zoom = { first: 0, last: Math.max(1, state.frames - 1) };
      state.report = null;
      const came = clip !== null && (await this.try({ type: "show", playhead: state.frame, clip: clip.id }));
      if (!clip || (!came && state.figure?.early)) this.showNobody(); // a single frame is not the clip
    }
    this.showing = false;
  }

  private showNobody(): void {
    this.state.figure = this.state.motion = null;
    this.state.emit("figure");
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
      if (!this.previewer.owns(request) || state.motion?.joints !== joints || state.clip?.id !== clip) return;
      if (!state.motion.put(poses)) return;
      this.piece = poses.header;
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

/** The motion of a clip, and what its joints are called. */
const keyOf = (clip: Clip | null): string => (clip ? `${clip.id} ${clip.motion.key} ${JSON.stringify(clip.roles)}` : "");
