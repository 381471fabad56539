// What a person can do with the selected joint or track, by a key or a button.
import type { Constraint, PageEdit, PlaceGoal, Track } from "../messages";
import { toast } from "../panels/toasts";
import type { Desk } from "./desk";
import { frameOfJoint, jointOf } from "./goal_places";
import { asMoment, frameOf } from "./moments";
import type { Pose } from "./shown_motion";
import { conjugate, minus, quat, rounded, times, turned, vec3 } from "./vectors";
import {
  EMPTY_PLACE,
  EMPTY_TURN,
  freshName,
  orientation,
  position,
  preserve,
  profileAround,
  type Profile,
  readable,
  usualPriority,
  usualRecruit,
} from "./wishes";

interface Held {
  joint: number;
  name: string;
  when: Profile;
}

export class Commands {
  private copied: Constraint[] = [];
  private marking: Promise<void> = Promise.resolve();

  constructor(private readonly desk: Desk) {}

  get track(): Track | null {
    const { clip, selection } = this.desk.state;
    return clip?.tracks.find((track) => track.id === selection.track) ?? null;
  }

  /** The joint stays where it is now, for the range or a moment. */
  pin(): void {
    const held = this.held();
    if (!held) return;
    const { state } = this.desk;
    const pose = state.motion?.at(state.frame);
    if (!pose) return;
    const goal = { ...EMPTY_PLACE, when: held.when, at: rounded(vec3(pose.positions, held.joint)) };
    this.addPlace(held, this.fresh(`pin ${readable(held.name)}`), goal);
  }

  /** Constraints of the selected joint that say where it is now, go. */
  unpin(): void {
    const { state } = this.desk;
    const { clip, selection } = state;
    const gone =
      clip?.tracks.filter(
        ({ constraint: c, locked }) => !locked && c.kind === "position" && jointOf(state, c) === selection.joint,
      ) ?? [];
    if (!gone.length) return toast("The selected joint is not pinned.");
    void this.desk.do(
      gone.map((track) => ({ do: "remove_constraint", track: track.id })),
      "unpin",
    );
  }

  keepOnPath(): void {
    const held = this.held();
    if (!held) return;
    const { inout } = this.desk.state.clip!;
    const span: [string, string] | null = inout ? [asMoment(inout.start), asMoment(inout.stop - 1)] : null;
    this.add(preserve(held.name, this.fresh(`keep ${readable(held.name)}`), span));
  }

  /** The joint rides with another one, as far from it as it is now. */
  attach(to: string): void {
    const held = this.held();
    const { state } = this.desk;
    const pose = state.motion?.at(state.frame);
    const ride = frameOfJoint(state, to, state.frame);
    if (!held || !pose || !ride) return;
    const at = rounded(turned(conjugate(ride.turn), minus(vec3(pose.positions, held.joint), ride.place)));
    const goal = { ...EMPTY_PLACE, when: held.when, at, relative_to: to };
    const name = this.fresh(`${readable(held.name)} with ${readable(to)}`);
    this.addPlace(held, name, goal);
  }

  remove(): void {
    const { selection } = this.desk.state;
    if (selection.track !== null) void this.desk.do([{ do: "remove_constraint", track: selection.track }]);
    else if (selection.contact !== null) void this.desk.do([{ do: "remove_contact", number: selection.contact }]);
    else toast("Select a constraint or a contact first.");
  }

  flag(name: "muted" | "solo" | "locked"): void {
    const track = this.track;
    if (track) void this.desk.do([{ do: "set_flags", track: track.id, [name]: !track[name] }]);
  }

  /** The selected constraint, or else the posture under the playhead as constraints of every joint. */
  copy(): void {
    const track = this.track;
    this.copied = track ? [track.constraint] : this.posture();
    toast(track ? "The constraint is copied." : "The pose is copied; paste it at another moment.");
  }

  /** The posture that is designed, to be pasted into the clip. */
  copyPosture(): void {
    this.copied = this.posture(this.desk.state.posture);
    this.desk.state.enter("edit");
    toast("The posture is copied: go to a moment and paste it (Ctrl V).");
  }

  paste(): void {
    const { clip, frame, frameTime } = this.desk.state;
    if (!clip || !this.copied.length) return toast("Nothing is copied.");
    const edits: PageEdit[] = this.copied.map((c) => ({
      do: "add_constraint",
      constraint: { ...moved(c, frame, frameTime, clip.motion.frames), name: this.fresh(c.name || c.kind) },
    }));
    void this.desk.do(edits, "paste");
  }

  /** The same for the other side of the body. */
  mirror(): void {
    const track = this.track;
    const { figure, clip } = this.desk.state;
    if (!track || !figure || !clip) return toast("Select a constraint first.");
    const made = mirrored(track.constraint, (name) => otherSide(name, figure.names, figure.roles));
    if (!made) return toast("This constraint has no other side.");
    this.add({ ...made, name: this.fresh(`${track.constraint.name || track.constraint.kind}, other side`) });
  }

  /** A mark at the playhead comes or goes; one after the other, because all marks are sent at once. */
  mark(): void {
    const { frame } = this.desk.state;
    this.marking = this.marking.then(() => this.markAt(frame));
  }

  private async markAt(frame: number): Promise<void> {
    const { clip } = this.desk.state;
    if (!clip) return;
    const there = clip.marks.some((mark) => mark.frame === frame);
    const marks = there
      ? clip.marks.filter((m) => m.frame !== frame)
      : [...clip.marks, { frame, name: "" }].sort((a, b) => a.frame - b.frame);
    await this.desk.do([{ do: "set_marks", marks }]);
  }

  private addPlace(held: Held, name: string, goal: PlaceGoal): void {
    const { clip, figure } = this.desk.state;
    const made = position(held.name, name, usualRecruit(figure!, held.joint), [goal]);
    this.add({ ...made, priority: usualPriority(clip!) });
  }

  add(constraint: Constraint, joint = this.desk.state.selection.joint): void {
    const id = this.desk.state.clip?.next_track ?? 1;
    void this.desk
      .do([{ do: "add_constraint", constraint }])
      .then((ok) => ok && this.desk.state.select({ track: id, joint }));
  }

  fresh(name: string): string {
    return freshName(this.desk.state.clip!, name);
  }

  /** The selected joint, and when something about it should act. */
  private held(): Held | null {
    const { clip, figure, selection, frame } = this.desk.state;
    if (!clip || !figure || selection.joint === null) {
      toast("Click a joint of the figure first.");
      return null;
    }
    const range = clip.inout;
    const around = profileAround(frame, clip, true);
    const when: Profile = range
      ? [asMoment(range.start), asMoment(range.start), asMoment(range.stop - 1), asMoment(range.stop - 1)]
      : around;
    return { joint: selection.joint, name: figure.names[selection.joint], when };
  }

  private posture(shown: Pose | null = null): Constraint[] {
    const { clip, figure, motion, frame } = this.desk.state;
    const pose = shown ?? motion?.at(frame);
    if (!clip || !figure || !pose) return [];
    const when = profileAround(frame, clip);
    return figure.names.flatMap((name, j) => {
      const parent = figure.parents[j];
      if (figure.end_sites[j] || parent < 0) return [];
      const local = times(conjugate(quat(pose.rotations, parent)), quat(pose.rotations, j));
      return [
        orientation(name, `pose ${readable(name)}`, name, [
          { ...EMPTY_TURN, when, wxyz: local, relative_to: figure.names[parent] },
        ]),
      ];
    });
  }
}

/** A constraint moved in time so that its first goal is fully active at a frame. */
function moved(c: Constraint, frame: number, frameTime: number, frames: number): Constraint {
  if (!("goals" in c) || !c.goals[0]?.when) return c;
  const by = frame - frameOf(c.goals[0].when[1], frameTime);
  const shift = (m: number | string) => asMoment(Math.min(Math.max(frameOf(m, frameTime) + by, 0), frames - 1));
  return {
    ...c,
    goals: (c.goals as { when: Profile | null }[]).map((g) => ({ ...g, when: g.when && g.when.map(shift) })),
  } as Constraint;
}

export function otherSide(name: string, names: string[], roles: Record<string, string>): string | null {
  const swap = (text: string) =>
    text.replace(/left|right/i, (side) => {
      const other = side.toLowerCase() === "left" ? "right" : "left";
      return side[0] === side[0].toUpperCase() ? other[0].toUpperCase() + other.slice(1) : other;
    });
  const role = Object.keys(roles).find((r) => roles[r] === name || r === name);
  if (role && swap(role) !== role && roles[swap(role)]) return roles[swap(role)];
  const other = swap(name);
  return other !== name && names.includes(other) ? other : null;
}

const flipped = (v: readonly number[], signs: number[]) => v.map((c, k) => c * signs[k]) as [number, number, number];

/** For the other side: offsets and turns are mirrored across the plane between left and right (world x). */
function mirrored(c: Constraint, other: (name: string) => string | null): Constraint | null {
  if (c.kind === "footplant")
    return {
      ...c,
      foot: c.foot === "left" ? "right" : "left",
      move: [-c.move[0], c.move[1], c.move[2]],
      turn_deg: -c.turn_deg,
    };
  if (!("effector" in c)) return null;
  const effector = other(c.effector);
  if (!effector) return null;
  const recruit =
    typeof c.recruit === "string" ? (other(c.recruit) ?? c.recruit) : c.recruit.map((name) => other(name) ?? name);
  if (c.kind === "position")
    return {
      ...c,
      effector,
      recruit,
      goals: c.goals.map((g) => ({ ...g, offset: g.offset && flipped(g.offset, [-1, 1, 1]) })),
    };
  if (c.kind === "orientation")
    return {
      ...c,
      effector,
      recruit,
      goals: c.goals.map((g) => ({ ...g, turn_deg: g.turn_deg && flipped(g.turn_deg, [1, -1, -1]) })),
    };
  return { ...c, effector, recruit } as Constraint;
}
