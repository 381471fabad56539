// Everything the page knows. The document is the server's; the rest is how somebody looks at it.
import type {
  Clip,
  Compared,
  Figure,
  FindingView,
  Progress,
  Proposed,
  ReportView,
  StateView,
  Welcome,
} from "../messages";
import { Emitter } from "./emitter";
import type { Poses } from "./pose_frames";
import { type Pose, ShownMotion } from "./shown_motion";

export type Topic =
  | "document"
  | "figure"
  | "poses"
  | "playhead"
  | "playing"
  | "selection"
  | "report"
  | "solving"
  | "findings"
  | "job"
  | "view"
  | "connection"
  | "theme"
  | "zoom"
  | "mode";

export type Units = "frames" | "seconds" | "timecode";
export type Mode = "edit" | "pose" | "drive";

export interface Selection {
  joint: number | null;
  track: number | null;
  goal: number; // of the track
  contact: number | null;
}

export interface ViewOptions {
  ghost: boolean;
  trails: boolean;
  onion: boolean;
  com: boolean;
  skin: boolean;
  compare: boolean;
  contacts: boolean;
  box: boolean;
  curves: boolean;
  follow: boolean;
  loop: boolean;
  snap: boolean;
  speed: number;
  units: Units;
  gizmo: "translate" | "rotate";
  axes: "world" | "local";
}

const NOTHING: Selection = { joint: null, track: null, goal: 0, contact: null };

export class State extends Emitter<Topic> {
  server: StateView | null = null;
  welcome: Welcome | null = null;
  connected = false;
  figure: Figure | null = null;
  motion: ShownMotion | null = null;
  playhead = 0;
  playing = false;
  dragging = false;
  mode: Mode = "edit";
  report: ReportView | null = null;
  solving = false; // whether what is asked is not solved to its end yet
  findings: FindingView[] = [];
  other: { poses: Poses; compared: Compared | null; stale: boolean } | null = null; // of the solver that is not the clip's
  comparing: { done: number; total: number } | null = null; // how far that solver is; no total: nobody knows
  job: { number: number; progress: Progress | null; proposed: Proposed | null } | null = null;
  proposal: ShownMotion | null = null;
  posture: Pose | null = null; // the one that is designed
  driven: Pose | null = null; // of the walker that is steered
  drivenFigure: Figure | null = null;
  selection: Selection = { ...NOTHING };
  zoom = { first: 0, last: 1 }; // frames that the timeline shows
  view: ViewOptions = {
    ghost: true,
    trails: false,
    onion: false,
    com: false,
    skin: true,
    compare: false,
    contacts: true,
    box: false,
    curves: false,
    follow: true,
    loop: true,
    snap: true,
    speed: 1,
    units: "frames",
    gizmo: "translate",
    axes: "world",
  };

  /** The clip that is edited. */
  get clip(): Clip | null {
    const document = this.server?.document;
    return document?.clips.find((clip) => clip.id === document.opened) ?? null;
  }

  get frames(): number {
    return this.clip?.motion.frames ?? 1;
  }

  get frameTime(): number {
    return this.clip?.motion.frame_time ?? 1 / 60;
  }

  /** The frames that are played, `[first, last]`. */
  get range(): [number, number] {
    const inout = this.clip?.inout;
    return inout
      ? [inout.start, inout.stop - 1]
      : [Math.min(this.clip?.motion.rest_rows ?? 0, this.frames - 1), this.frames - 1];
  }

  seek(frame: number): void {
    const to = Math.min(Math.max(frame, 0), this.frames - 1);
    if (to === this.playhead) return;
    this.playhead = to;
    this.emit("playhead");
  }

  /** The whole frame under the playhead. */
  get frame(): number {
    return Math.round(this.playhead);
  }

  select(change: Partial<Selection>): void {
    this.selection = { ...NOTHING, ...change };
    this.emit("selection");
  }

  look(change: Partial<ViewOptions>): void {
    this.view = { ...this.view, ...change };
    this.emit("view");
  }

  enter(mode: Mode): void {
    if (mode === this.mode) return;
    this.mode = mode;
    this.playing = false;
    this.select({});
    this.emit("mode");
    this.emit("playing");
  }

  /** The joints that wishes push to the end of their range in a frame. */
  strainedIn(frame: number): Set<number> {
    const found = this.mode === "edit" && !this.proposal ? (this.report?.strained ?? []) : [];
    return new Set(found.filter((s) => s.start <= frame && frame < s.stop).map((s) => s.joint));
  }

  /** Who is seen. */
  get shownFigure(): Figure | null {
    return this.mode === "drive" ? this.drivenFigure : this.figure;
  }

  jointNamed(name: string): number {
    const figure = this.shownFigure;
    if (!figure) return -1;
    const own = figure.names.indexOf(figure.roles[name] ?? name);
    return own >= 0 ? own : (figure.points[name]?.[0] ?? -1);
  }
}
