// Constraints that somebody adds by a button: balance, a look, a path through points, a foot that stands, a contact.
import type { Balance, Contact, Events, LookAt, Shape, ShapePoint } from "../messages";
import { toast } from "../panels/toasts";
import type { Commands } from "./commands";
import type { Desk } from "./desk";
import { asMoment } from "./moments";
import type { State } from "./state";
import { conjugate, plus, quat, rounded, turned, type Vec3, vec3 } from "./vectors";
import { common, EMPTY_PLACE, footplant, profileAround, readable, usualPriority, usualRecruit } from "./wishes";

const LOOK_M = 2; // how far away a look begins
const PLANT_S = 0.6;
const ROLL_S = 0.1; // between heel and toe
const PATH_S = 1.2;
const STAND_S = 0.4;
const SUPPORT = ["left_heel", "left_ball", "right_heel", "right_ball"];

export class ByHand {
  constructor(
    private readonly desk: Desk,
    private readonly commands: Commands,
  ) {}

  /** The weight stays over the feet. */
  balance(): void {
    const { figure } = this.desk.state;
    const known = SUPPORT.filter((name) => figure && (name in figure.points || name in figure.roles));
    if (!known.length) return toast("This figure has no feet that are known. Give it roles first.", "error");
    this.commands.add(balance(this.commands.fresh("balance"), known));
  }

  /** The selected joint, or else the head, looks at a place that can be dragged. */
  lookAt(): void {
    const { state } = this.desk;
    const joint = state.selection.joint ?? state.jointNamed("head");
    const pose = state.motion?.original(state.frame);
    if (joint < 0 || !pose || !state.clip || !state.figure) return toast("Select a joint that should look.");
    const ahead = facing(state);
    const axis = rounded(turned(conjugate(quat(pose.rotations, joint)), ahead), 4);
    const at = rounded(plus(vec3(pose.positions, joint), ahead.map((c) => LOOK_M * c) as Vec3), 3);
    const name = state.figure.names[joint];
    const goal = { ...EMPTY_PLACE, when: profileAround(state.frame, state.clip, true), at };
    const made: LookAt = {
      kind: "look_at",
      ...common(this.commands.fresh(`${readable(name)} looks`), "all"),
      priority: usualPriority(state.clip),
      recruit: state.jointNamed("spine") >= 0 && joint !== 0 ? "spine" : usualRecruit(state.figure, joint),
      effector: name,
      goals: [goal],
      axis,
      point: [0, 0, 0],
    };
    this.commands.add(made, joint);
  }

  /** The selected joint goes through a point at the playhead; more points come by dragging it at other moments. */
  path(): void {
    const { state } = this.desk;
    const { clip, figure, selection, frame } = state;
    if (!clip || !figure || selection.joint === null) return toast("Click the joint that should take another path.");
    const [first, last] = around(state, PATH_S);
    if (last - first < 4) return toast("There is no room for a path here. Go to another moment.");
    const at = Math.min(Math.max(frame, first + 1), last - 1);
    const name = figure.names[selection.joint];
    const made: Shape = {
      kind: "shape",
      ...common(this.commands.fresh(`path of ${readable(name)}`), usualRecruit(figure, selection.joint)),
      priority: usualPriority(clip),
      effector: name,
      span: [asMoment(first), asMoment(last)],
      points: [pointAt(at, [0, 0, 0])],
      mode: "relative",
      reference: null,
      point: [0, 0, 0],
    };
    this.commands.add(made, selection.joint);
  }

  /** A foot stands, as its contacts say around the playhead, or for a while where none are known. */
  plant(foot: "left" | "right"): void {
    const { state } = this.desk;
    if (!state.clip) return;
    const keys = eventsAround(state, foot).map(asMoment) as Events[keyof Events][];
    const made = footplant(foot, this.commands.fresh(`${foot} foot`), keys as [string, string, string, string]);
    const ankle = state.jointNamed(`${foot}_ankle`);
    this.commands.add(made, ankle < 0 ? null : ankle);
  }

  /** A point of the selected joint stands where it is around the playhead. */
  contact(): void {
    const { state } = this.desk;
    const { figure, selection } = state;
    if (!figure || selection.joint === null) return toast("Click the joint that stands.");
    const named = Object.keys(figure.points).find((name) => figure.points[name][0] === selection.joint);
    const role = Object.keys(figure.roles).find((r) => figure.roles[r] === figure.names[selection.joint!]);
    const [point, offset] = named
      ? [named, figure.points[named][1]]
      : [role ?? figure.names[selection.joint], [0, 0, 0] as Vec3];
    addContact(this.desk, point, figure.names[selection.joint], offset as Vec3, state.frame);
  }
}

/** A contact of a point around a frame, where the point is then. */
export function addContact(desk: Desk, point: string, joint: string, offset: Vec3, frame: number): void {
  const { state } = desk;
  const j = state.jointNamed(joint);
  const half = Math.max(1, Math.round(STAND_S / 2 / state.frameTime));
  const own = state.clip?.contacts?.contacts.filter((c) => c.point === point) ?? [];
  if (own.some((c) => c.start <= frame && frame < c.stop)) return toast("It stands here already.");
  const start = Math.max(0, frame - half, ...own.filter((c) => c.stop <= frame).map((c) => c.stop));
  const stop = Math.min(state.frames, frame + half, ...own.filter((c) => c.start > frame).map((c) => c.start));
  const pose = state.motion?.original(Math.floor((start + stop) / 2));
  if (j < 0 || !pose || stop <= start) return toast("There is no room for a contact here.");
  const place = plus(vec3(pose.positions, j), turned(quat(pose.rotations, j), offset));
  const contact: Contact = {
    point,
    start,
    stop,
    position_m: rounded(place),
    joint,
    offset_m: offset,
    fixed: false,
    reference: null,
  };
  void desk.do([{ do: "add_contact", contact }]);
}

export const pointAt = (frame: number, offset: Vec3): ShapePoint => ({
  hold: [asMoment(frame), asMoment(frame)],
  at: null,
  offset,
  tension: null,
  continuity: 0,
  bias: 0,
});

function balance(name: string, points: string[]): Balance {
  return { kind: "balance", ...common(name, "all"), points, goals: [], axes: "xz", span: null };
}

/** Where the figure looks in this frame, on the level. */
function facing(state: State): Vec3 {
  const pose = state.motion?.original(state.frame);
  const [left, right] = ["left_hip", "right_hip"].map((role) => state.jointNamed(role));
  if (!pose || left < 0 || right < 0) return [0, 0, 1];
  const [a, b] = [vec3(pose.positions, left), vec3(pose.positions, right)];
  const [x, z] = [-(a[2] - b[2]), a[0] - b[0]];
  const length = Math.hypot(x, z);
  return length < 1e-6 ? [0, 0, 1] : [x / length, 0, z / length];
}

/** Frames around the playhead, or the range. */
function around(state: State, seconds: number): [number, number] {
  const inout = state.clip?.inout;
  if (inout) return [inout.start, inout.stop - 1];
  const half = Math.round(seconds / 2 / state.frameTime);
  const low = Math.min(state.clip?.motion.rest_rows ?? 0, state.frames - 1);
  return [Math.max(low, state.frame - half), Math.min(state.frames - 1, state.frame + half)];
}

function eventsAround(state: State, foot: string): [number, number, number, number] {
  const own = (part: string) =>
    state.clip?.contacts?.contacts.find(
      (c) => c.point === `${foot}_${part}` && c.start <= state.frame && state.frame < c.stop,
    );
  const [heel, ball] = [own("heel"), own("ball")];
  if (heel && ball) {
    const down = Math.max(heel.start, ball.start);
    const up = Math.min(heel.stop, ball.stop) - 1;
    return [Math.min(heel.start, ball.start), down, Math.max(down, up), Math.max(heel.stop, ball.stop) - 1];
  }
  const [first, last] = around(state, PLANT_S);
  const roll = Math.min(Math.round(ROLL_S / state.frameTime), Math.floor((last - first) / 3));
  return [first, first + roll, last - roll, last];
}
