// What lint says, what is missed, what was left out.
import { button, el } from "../core/dom";
import type { Desk } from "../core/desk";
import { calledTrack, readable } from "../core/wishes";
import type { FindingView, OutcomeView } from "../messages";
import { comparison } from "./comparison";
import { findingFixes, missFixes } from "./fixes";

export const problemCount = (desk: Desk): number =>
  desk.state.findings.length + (desk.state.report?.outcomes.filter((o) => o.status !== "met").length ?? 0);

export function problems(desk: Desk): HTMLElement[] {
  const { findings, report } = desk.state;
  const missed = report?.outcomes.filter((o) => o.status !== "met") ?? [];
  const out = [
    ...findings.map((f) => finding(desk, f)),
    ...missed.map((o) => miss(desk, o)),
    ...tight(desk),
    ...(report?.notes ?? []).map((n) => el("p", { class: "finding note" }, n)),
  ];
  const good = el("p", { class: "good" }, "Nothing is wrong: every constraint is met.");
  const compared = comparison(desk); // first: a list of problems may be long
  const heading = compared.length ? [el("h3", {}, "Problems")] : [];
  return [...compared, ...heading, ...(out.length ? out : [good])];
}

function finding(desk: Desk, f: FindingView): HTMLElement {
  const about = desk.state.clip?.tracks.find((t) => t.id === f.track);
  const show =
    f.track === null ? null : button("show", "Select the constraint", () => desk.state.select({ track: f.track }));
  return el(
    "div",
    { class: `finding ${f.severity}` },
    el("b", {}, about ? calledTrack(about) : f.place),
    ` ${f.message} `,
    el("i", {}, f.fix),
    el("span", { class: "buttons" }, show, ...findingFixes(desk, f)),
  );
}

function miss(desk: Desk, o: OutcomeView): HTMLElement {
  const size = o.worst === null ? "" : ` by ${o.worst.toFixed(1)} ${o.unit}`;
  const blocked = o.blocked_by.length ? ` Blocked by ${o.blocked_by.join(", ")}.` : "";
  const show = button("show", "Go to the worst frame", () => {
    desk.state.seek(o.worst_frame);
    if (o.track !== null) desk.state.select({ track: o.track });
  });
  return el(
    "div",
    { class: "finding missed" },
    el("b", {}, o.name || "a constraint"),
    ` is missed${size}.${blocked} `,
    el("span", { class: "buttons" }, show, ...missFixes(desk, o)),
  );
}

/** Joints that are at the end of their range, each with when. */
function tight(desk: Desk): HTMLElement[] {
  const { report, figure } = desk.state;
  const joints = [...new Set(report?.strained.map((s) => s.joint) ?? [])];
  return joints.map((joint) => {
    const spans = report!.strained.filter((s) => s.joint === joint);
    const show = button("show", "Go there", () => {
      desk.state.seek(spans[0].start);
      desk.state.select({ joint });
    });
    const [first, last] = [spans[0].start, spans[spans.length - 1].stop - 1];
    const when = first === last ? `frame ${first}` : `frames ${first} to ${last}`;
    return el(
      "div",
      { class: "finding strain" },
      el("b", {}, readable(figure?.names[joint] ?? "")),
      ` is at the end of its range (${when}). `,
      el("span", { class: "buttons" }, show),
    );
  });
}
