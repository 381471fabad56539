// The selected thing: a joint, a constraint or a contact.
import { ByHand } from "../core/by_hand";
import { button, el, row } from "../core/dom";
import type { Commands } from "../core/commands";
import type { Desk } from "../core/desk";
import { calledTrack, readable, roleOf } from "../core/wishes";
import type { Track } from "../messages";
import { commonFields, jointChoice } from "./fields";
import { kindFields } from "./goal_fields";
import { priorityList } from "./priorities";

export function inspector(desk: Desk, commands: Commands): HTMLElement[] {
  const { state } = desk;
  const byHand = new ByHand(desk, commands);
  const track = commands.track;
  if (track && state.figure) return trackPart(desk, commands, track);
  if (state.selection.contact !== null) return contactPart(desk, commands, state.selection.contact);
  if (state.selection.joint !== null && state.figure) return jointPart(desk, commands, byHand, state.selection.joint);
  return [
    el(
      "p",
      { class: "dim" },
      "Click a joint of the figure to move, turn, pin or attach it, or a line of the timeline to see its fields.",
    ),
    ...adders(desk, byHand),
    ...priorityList(desk),
  ];
}

function trackPart(desk: Desk, commands: Commands, track: Track): HTMLElement[] {
  const flag = (name: "muted" | "solo" | "locked", words: string) =>
    button(words, `${words} (${words[0]})`, () => commands.flag(name), { class: track[name] ? "on" : "" });
  return [
    el("h2", {}, calledTrack(track), el("small", {}, track.constraint.kind.replace("_", " "))),
    outcome(desk, track),
    ...commonFields(desk, track, desk.state.figure!),
    ...kindFields(desk, track),
    el(
      "div",
      { class: "buttons" },
      flag("muted", "Mute"),
      flag("solo", "Solo"),
      flag("locked", "Lock"),
      button("Copy", "Copy (Ctrl C)", () => commands.copy()),
      button("Mirror", "The same for the other side (Ctrl Shift M)", () => commands.mirror()),
      button("Delete", "Delete", () => commands.remove(), { class: "danger", disabled: track.locked }),
    ),
    ...desk.state.findings
      .filter((f) => f.track === track.id)
      .map((f) => el("p", { class: `finding ${f.severity}` }, f.message, " ", f.fix)),
    ...priorityList(desk),
  ];
}

/** How it went. */
function outcome(desk: Desk, track: Track): HTMLElement {
  const { report } = desk.state;
  const why = report?.left_out.find((out) => out.track === track.id)?.why;
  if (why) return el("p", { class: "outcome warning" }, why);
  const got = report?.outcomes.find((o) => o.track === track.id);
  if (!got || got.worst === null) {
    const words = desk.state.solving ? "being solved …" : "not measured";
    return el("p", { class: "outcome dim" }, track.muted ? "muted" : words);
  }
  const size = `${got.worst.toFixed(1)} ${got.unit} at worst (frame ${got.worst_frame})`;
  if (got.status === "met") return el("p", { class: "outcome good" }, `met: ${size}`);
  const blocked = got.blocked_by.length ? ` Blocked by ${got.blocked_by.join(", ")}.` : "";
  const go = button("show", "Go to the worst frame", () => desk.state.seek(got.worst_frame));
  return el("p", { class: "outcome bad" }, `missed: ${size}.${blocked} `, go);
}

/** Kinds of constraints that no drag makes. */
function adders(desk: Desk, byHand: ByHand): HTMLElement[] {
  if (!desk.state.clip || !desk.state.figure) return [];
  const none = desk.state.selection.joint === null;
  const add = (text: string, title: string, act: () => void, name: string, disabled = false) =>
    button(text, disabled ? "Click a joint of the figure first" : title, act, { "data-add": name, disabled });
  return [
    el("h3", {}, "Add"),
    el(
      "div",
      { class: "grid" },
      add("Balance", "The weight stays over the feet", () => byHand.balance(), "balance"),
      add(
        "Look at",
        "The joint, or else the head, turns to a place that can be dragged",
        () => byHand.lookAt(),
        "look_at",
      ),
      add("Left foot stands", "A footplant around the playhead", () => byHand.plant("left"), "left"),
      add("Right foot stands", "A footplant around the playhead", () => byHand.plant("right"), "right"),
      add(
        "Path with points",
        "The joint goes through points; drag it at other moments",
        () => byHand.path(),
        "shape",
        none,
      ),
      add("Contact", "The joint stands where it is around the playhead", () => byHand.contact(), "contact", none),
    ),
  ];
}

/** When the selected joint is at the end of its range. */
function strain(desk: Desk, joint: number): HTMLElement | null {
  const spans = desk.state.report?.strained.filter((s) => s.joint === joint) ?? [];
  if (!spans.length) return null;
  const when = spans.slice(0, 3).map((s) => (s.stop - s.start > 1 ? `${s.start} to ${s.stop - 1}` : `${s.start}`));
  const go = button("show", "Go there", () => desk.state.seek(spans[0].start));
  return el("p", { class: "outcome warning" }, `At the end of its range in frames ${when.join(", ")}. `, go);
}

function jointPart(desk: Desk, commands: Commands, byHand: ByHand, joint: number): HTMLElement[] {
  const figure = desk.state.figure!;
  const role = roleOf(figure, joint);
  const own =
    desk.state.clip?.tracks.filter(
      (t) => "effector" in t.constraint && desk.state.jointNamed(t.constraint.effector) === joint,
    ) ?? [];
  const to = jointChoice(
    figure,
    "",
    [["", "attach to …"]],
    (name) => name && commands.attach(name),
    "Ride with another joint",
  );
  return [
    el("h2", {}, figure.names[joint], role ? el("small", {}, readable(role)) : null),
    el("p", { class: "dim" }, "Drag the handle to move it (G) or turn it (R) in this frame."),
    el(
      "div",
      { class: "buttons" },
      button("Pin", "Stay where it is now (P)", () => commands.pin(), { "data-act": "pin" }),
      button("Unpin", "Remove its places (Shift P)", () => commands.unpin()),
      button("Keep on its path", "Stay on its own path (K)", () => commands.keepOnPath()),
      button("Copy pose", "Copy the whole pose of this frame (Ctrl C)", () => commands.copy()),
      button("Paste", "Paste at the playhead (Ctrl V)", () => commands.paste()),
    ),
    strain(desk, joint) ?? el("span"),
    row("Attach", to),
    ...adders(desk, byHand),
    ...own.map((t) =>
      button(
        `${calledTrack(t)} (priority ${t.constraint.priority})`,
        "Show this constraint",
        () => desk.state.select({ track: t.id, joint }),
        { class: "wide" },
      ),
    ),
    ...priorityList(desk),
  ];
}

/** Metres, to the centimetre; what rounds to nothing has no sign. */
const centimetres = (metres: number): string => (Math.round(metres * 100) / 100 || 0).toFixed(2);

function contactPart(desk: Desk, commands: Commands, number: number): HTMLElement[] {
  const contacts = desk.state.clip?.contacts?.contacts ?? [];
  const contact = contacts[number];
  if (!contact) return [];
  const next = contacts.findIndex((c, k) => k !== number && c.point === contact.point && c.start >= contact.stop);
  const { frame } = desk.state;
  return [
    el("h2", {}, readable(contact.point), el("small", {}, "contact")),
    el(
      "p",
      {},
      `Frames ${contact.start} to ${contact.stop - 1}, at ${contact.position_m.map(centimetres).join(", ")} m.`,
    ),
    el("p", { class: "dim" }, "Drag its ends in the timeline. Contacts are kept while “keep contacts” is on."),
    el(
      "div",
      { class: "buttons" },
      button(
        "Split here",
        "Two contacts, cut at the playhead",
        () => void desk.do([{ do: "split_contact", number, at: frame }]),
        { disabled: !(contact.start < frame && frame < contact.stop) },
      ),
      button(
        "Merge with next",
        "One contact of this and the next",
        () => void desk.do([{ do: "merge_contacts", first: number, second: next }]),
        { disabled: next < 0 },
      ),
      button("Delete", "Delete", () => commands.remove(), { class: "danger" }),
    ),
  ];
}
