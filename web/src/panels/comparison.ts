// The two solvers side by side: what each constraint gets from either.
import { button, el } from "../core/dom";
import type { Desk } from "../core/desk";
import { calledTrack } from "../core/wishes";
import type { ReportView, Solving, Track } from "../messages";
import { COMPILING } from "./actions";

type Solver = Solving["solver"];

const NAMES: Record<Solver, string> = { prioritized: "strict", hierarchical: "fitting" };

export function comparison(desk: Desk): HTMLElement[] {
  const { view, clip, other, report } = desk.state;
  if (!view.compare || !clip) return [];
  const own = clip.solving.solver;
  const against: Solver = own === "prioritized" ? "hierarchical" : "prioritized";
  const heading = el("h3", {}, "Side by side", el("small", {}, "in pink: the other one"));
  if (!clip.tracks.length)
    return [heading, el("p", { class: "dim" }, "There is nothing to compare yet: ask for something.")];
  const theirs = other?.compared && !other.stale ? other.compared.report : null;
  const rows = clip.tracks.map((track) =>
    el(
      "tr",
      { click: () => desk.state.select({ track: track.id }) },
      el("td", { title: calledTrack(track) }, calledTrack(track)),
      cell(track, report),
      cell(track, theirs),
    ),
  );
  const head = el("tr", {}, el("th", {}, ""), el("th", {}, NAMES[own]), el("th", {}, NAMES[against]));
  const why = theirs?.left_out.map((out) => el("p", { class: "dim" }, `${NAMES[against]}: ${out.why}`)) ?? [];
  const waits = desk.state.comparing ? [working(desk)] : [];
  return [heading, el("table", { class: "compared", "data-part": "comparison" }, head, ...rows), ...why, ...waits];
}

function working(desk: Desk): HTMLElement {
  const { done, total } = desk.state.comparing!;
  return el(
    "div",
    { class: "job", "data-part": "comparing" },
    el("p", {}, "The other solver works …"),
    total ? el("progress", { max: "1", value: done / total }) : el("progress"),
    el("p", { class: "dim later" }, COMPILING),
    button("Cancel", "Compare no more", () => desk.state.look({ compare: false }), { "data-act": "stop-comparing" }),
  );
}

function cell(track: Track, report: ReportView | null): HTMLElement {
  if (track.muted) return el("td", { class: "dim" }, "muted");
  const why = report?.left_out.find((out) => out.track === track.id)?.why;
  if (why) return el("td", { class: "unserved", title: why }, "not served");
  const got = report?.outcomes.find((o) => o.track === track.id);
  if (!got || got.worst === null) return el("td", { class: "dim" }, "–");
  const size = `${got.worst.toFixed(1)} ${got.unit === "deg" ? "°" : got.unit}`;
  return el("td", { class: got.status === "met" ? "good" : "bad", title: got.status }, size);
}
