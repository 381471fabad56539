// The help sheet.
import { el } from "../core/dom";
import { SHORTCUTS } from "../core/shortcuts";
import { sheet } from "./dialogs";

const WORDS = [
  "Click a joint and drag its arrows or rings: a constraint appears in the timeline at the playhead and the motion bends to it. Drag again at another time to add a goal.",
  "A constraint with a smaller priority number is never disturbed by one with a larger number. Where one is missed, a line and a distance show it.",
  "Actions > Detect contacts finds where feet stand; with “keep contacts” they stay there whatever else is bent.",
  "Box puts a box below the foot that swings: lift that ankle over it, and then the other one as it comes to the box.",
  "Save writes a project, which “supple editor” opens again by its name; Export writes the motion, pictures, or the edit itself.",
];

export function help(): void {
  const rows = SHORTCUTS.map(({ keys, words }) => el("tr", {}, el("td", {}, el("kbd", {}, keys)), el("td", {}, words)));
  const half = Math.ceil(rows.length / 2);
  const tables = [rows.slice(0, half), rows.slice(half)].map((part) => el("table", {}, ...part));
  sheet("Help", ...WORDS.map((words) => el("p", {}, words)), el("div", { class: "columns" }, ...tables));
}
