// Priorities as a list: drag a constraint to another level.
import { el } from "../core/dom";
import type { Desk } from "../core/desk";
import { calledTrack } from "../core/wishes";

export function priorityList(desk: Desk): HTMLElement[] {
  const tracks = desk.state.clip?.tracks ?? [];
  if (tracks.length < 2) return [];
  const levels = [...new Set(tracks.map((t) => t.constraint.priority))].sort((a, b) => a - b);
  const rows = levels.map((level) => {
    const chips = tracks.filter((t) => t.constraint.priority === level).map((t) => chip(desk, t.id, calledTrack(t)));
    return target(
      desk,
      el(
        "div",
        { class: "level", "data-level": level },
        el("b", {}, String(level)),
        el("div", { class: "chips" }, ...chips),
      ),
      level,
    );
  });
  const last = levels[levels.length - 1] + 1;
  rows.push(
    target(desk, el("div", { class: "level new dim" }, el("b", {}, String(last)), "drop here: weaker than all"), last),
  );
  return [el("h3", {}, "Priorities", el("small", {}, "1 is the strongest; drag")), ...rows];
}

function chip(desk: Desk, track: number, name: string): HTMLElement {
  return el(
    "span",
    {
      class: `chip${desk.state.selection.track === track ? " chosen" : ""}`,
      draggable: true,
      dragstart: (e: DragEvent) => e.dataTransfer?.setData("application/x-track", String(track)),
      click: () => desk.state.select({ track }),
    },
    name,
  );
}

function target(desk: Desk, row: HTMLElement, level: number): HTMLElement {
  row.addEventListener("dragover", (e) => e.dataTransfer?.types.includes("application/x-track") && e.preventDefault());
  row.addEventListener("drop", (e) => {
    const track = Number(e.dataTransfer?.getData("application/x-track"));
    if (track) void desk.do([{ do: "set_priority", track, priority: level }]);
    e.preventDefault();
  });
  return row;
}
