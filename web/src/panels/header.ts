// The bar at the top: the clip, files, undo, the solver.
import { button, choice, el } from "../core/dom";
import type { Desk } from "../core/desk";
import { chooseFile, exportAs, save, savePicture } from "../core/files";
import { switchTheme } from "../core/theme";
import type { Viewport } from "../viewport/viewport";
import { askText, confirmed, menu, sheet } from "./dialogs";
import { help } from "./help";
import { solverSwitch } from "./solver";
import { tour } from "./tour";

export function header(desk: Desk, viewport: Viewport): HTMLElement {
  const { state } = desk;
  const clips = el("span", { class: "clips" });
  const undo = button("↶", "Undo (Ctrl Z)", () => void desk.try({ type: "undo" }), { "data-act": "undo" });
  const redo = button("↷", "Redo (Ctrl Shift Z)", () => void desk.try({ type: "redo" }), { "data-act": "redo" });
  const kept = el("span", { class: "kept" });
  const update = () => {
    const server = state.server;
    undo.disabled = !server?.undo;
    redo.disabled = !server?.redo;
    undo.title = server?.undo ? `Undo ${server.undo} (Ctrl Z)` : "Nothing to undo";
    redo.title = server?.redo ? `Redo ${server.redo} (Ctrl Shift Z)` : "Nothing to redo";
    clips.replaceChildren(bin(desk));
    showKept(desk, kept);
  };
  state.on(["document", "connection"], update);
  return el(
    "header",
    { class: "top" },
    el("strong", { class: "brand" }, "Supple"),
    clips,
    opener(desk),
    button("Save", "Save the project (Ctrl S)", () => void save(desk), { "data-act": "save" }),
    exporter(desk, viewport),
    el("span", { class: "pair" }, undo, redo),
    kept,
    el("span", { class: "stretch" }),
    solverSwitch(desk),
    button("◐", "Light or dark", () => switchTheme(state), { "data-act": "theme" }),
    button("Tour", "A short tour", () => tour(desk)),
    button("?", "Shortcuts and help (?)", help, { "data-act": "help" }),
  );
}

/** Whether what was done is on the disk. */
function showKept(desk: Desk, kept: HTMLElement): void {
  const { connected, server } = desk.state;
  const [kind, words, more] = !connected
    ? ["bad", "not connected", "The editor does not answer; it is tried again by itself."]
    : server?.trouble
      ? ["bad", "in memory alone", server.trouble]
      : server?.saved && server.project
        ? ["good", "saved", `${server.project} holds everything.`]
        : ["good", "kept", "Every change is on the disk already; Save writes a project of it."];
  kept.className = `kept ${kind}`;
  kept.textContent = words;
  kept.title = more;
}

function bin(desk: Desk): HTMLElement {
  const document = desk.state.server?.document;
  const clips = document?.clips ?? [];
  const chooser = choice(
    clips.map((clip) => [String(clip.id), clip.name] as const),
    String(document?.opened ?? ""),
    (value) => void desk.do([{ do: "open_clip", clip: Number(value) }]),
    { title: "The bin: clips of this project", "aria-label": "Clip", class: "bin" },
  );
  const more = button("⋯", "What can be done with this clip", () =>
    menu(more, [
      ["Rename …", "Give the clip another name", () => void rename(desk)],
      ["Apply its edit to others …", "The wishes of this clip for other clips of the bin", () => applyToOthers(desk)],
      null,
      ["Take out of the bin", "Remove this clip from the project", () => void remove(desk)],
    ]),
  );
  return el("span", { class: "pair" }, chooser, more);
}

async function rename(desk: Desk): Promise<void> {
  const name = await askText("Rename the clip", "Name", desk.state.clip?.name ?? "");
  if (name) await desk.do([{ do: "rename_clip", name }]);
}

async function remove(desk: Desk): Promise<void> {
  const { clip } = desk.state;
  if (
    clip &&
    (await confirmed("Take out of the bin", `${clip.name} leaves the project. Undo brings it back.`, "Take out"))
  )
    await desk.do([{ do: "remove_clip", clip: clip.id }]);
}

function applyToOthers(desk: Desk): void {
  const { clip, server } = desk.state;
  const others = server?.document.clips.filter((c) => c.id !== clip?.id) ?? [];
  const boxes = others.map((c) => el("input", { type: "checkbox", value: String(c.id) }));
  const list = others.map((c, k) => el("label", { class: "check" }, boxes[k], c.name));
  const apply = button(
    "Apply",
    "Replace their wishes",
    () => {
      const to = boxes.filter((box) => box.checked).map((box) => Number(box.value));
      if (clip && to.length) void desk.do([{ do: "copy_edit", source: clip.id, to }]);
      made.close();
    },
    { class: "primary" },
  );
  const made = sheet(
    "Apply this edit to others",
    ...(list.length ? list : ["There is no other clip in the bin."]),
    el("footer", {}, apply),
  );
}

function opener(desk: Desk): HTMLButtonElement {
  const made = button("Open", "Open a motion or drop one on the page (Ctrl O)", () => void openMenu(desk, made), {
    "data-act": "open",
  });
  return made;
}

export async function openMenu(desk: Desk, under: HTMLElement): Promise<void> {
  const said = await desk.answer({ type: "list_files" });
  const files = said?.find((m) => m.type === "files");
  const names = files?.type === "files" ? files.names.slice(0, 14) : [];
  menu(under, [
    ["Choose a file …", "A motion of this machine", () => chooseFile(desk)],
    names.length ? null : ["(the opened folder has no motions)", "", () => {}],
    ...names.map((name): [string, string, () => void] => [
      name,
      `Open ${name}`,
      () => void desk.try({ type: "open_file", name }),
    ]),
  ]);
}

function exporter(desk: Desk, viewport: Viewport): HTMLButtonElement {
  const to = (what: "motion" | "edit" | "contacts", suffix: string) => () => void exportAs(desk, what, suffix);
  const made = button(
    "Export",
    "Write the result",
    () =>
      menu(made, [
        ["Motion (BVH) …", "The bent motion", to("motion", ".bvh")],
        ["Motion (GLB) …", "The bent motion for viewers and engines", to("motion", ".glb")],
        ["Edit document (TOML) …", "What supple edit takes", to("edit", ".toml")],
        ["Contacts (JSON) …", "What supple clean takes", to("contacts", ".json")],
        null,
        [
          "Picture (PNG)",
          "What the viewport shows",
          () => savePicture(viewport.stage.picture(), desk.state.clip?.name ?? "supple"),
        ],
        ["Save the project as …", "Another .supple file", () => void save(desk, true)],
      ]),
    { "data-act": "export" },
  );
  return made;
}
