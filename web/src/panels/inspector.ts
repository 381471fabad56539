// The selected thing: a joint, a constraint or a contact.
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
  const track = commands.track;
  if (track && state.figure) return trackPart(desk, commands, track);
  if (state.selection.contact !== null) return contactPart(desk, commands, state.selection.contact);
  if (state.selection.joint !== null && state.figure) return jointPart(desk, commands, state.selection.joint);
  return [
    el(
      "p",
      { class: "dim" },
      "Click a joint of the figure to move, turn, pin or attach it, or a line of the timeline to see its fields.",
    ),
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
  if (!got || got.worst === null) return el("p", { class: "outcome dim" }, track.muted ? "muted" : "not measured");
  const size = `${got.worst.toFixed(1)} ${got.unit} at worst (frame ${got.worst_frame})`;
  if (got.status === "met") return el("p", { class: "outcome good" }, `met: ${size}`);
  const blocked = got.blocked_by.length ? ` Blocked by ${got.blocked_by.join(", ")}.` : "";
  const go = button("show", "Go to the worst frame", () => desk.state.seek(got.worst_frame));
  return el("p", { class: "outcome bad" }, `missed: ${size}.${blocked} `, go);
}

function jointPart(desk: Desk, commands: Commands, joint: number): HTMLElement[] {
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
    row("Attach", to),
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
      `Frames ${contact.start} to ${contact.stop}, at ${contact.position_m.map((c) => c.toFixed(2)).join(", ")} m.`,
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
