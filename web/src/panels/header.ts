// The bar at the top: the clip, files, undo, the solver.
import { button, choice, el } from "../core/dom";
import type { Desk } from "../core/desk";
import { chooseFile, exportAs, save, saveFile } from "../core/files";
import { filmSheet } from "../core/film";
import { switchTheme } from "../core/theme";
import { Typing } from "../core/typing";
import type { Viewport } from "../viewport/viewport";
import { askText, confirmed, menu, sheet } from "./dialogs";
import { help } from "./help";
import { solverSwitch } from "./solver";
import { tour } from "./tour";

const SLOW_MS = 600; // faster than this nobody wonders

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
    typing.renewed(() => clips.replaceChildren(bin(desk)));
    showKept(desk, kept);
  };
  const typing = new Typing(clips, update);
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
    solvingMark(desk),
    el("span", { class: "stretch" }),
    solverSwitch(desk),
    button("◐", "Light or dark", () => switchTheme(state), { "data-act": "theme" }),
    button("Tour", "A short tour", () => tour(desk)),
    button("?", "Shortcuts and help (?)", help, { "data-act": "help" }),
  );
}

/** That a solve takes a while: till it is done, what is seen is not what will be. */
function solvingMark(desk: Desk): HTMLElement {
  const { state } = desk;
  const mark = el("span", { class: "kept busy", title: "The motion is not bent to all wishes yet." }, "solving …");
  mark.hidden = true;
  let timer = 0;
  state.on("solving", () => {
    clearTimeout(timer);
    if (!state.solving) mark.hidden = true;
    else timer = window.setTimeout(() => (mark.hidden = false), SLOW_MS);
  });
  return mark;
}

/** Whether what was done is on the disk. */
function showKept(desk: Desk, kept: HTMLElement): void {
  const { connected, server } = desk.state;
  const [kind, words, more] = !connected
    ? ["bad", "not connected", "The editor does not answer; it is tried again by itself. If it was started anew, open the address that it printed."]
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
  const more = button(
    "⋯",
    "What can be done with this clip",
    () =>
      menu(more, [
        ["Rename …", "Give the clip another name", () => void rename(desk)],
        ["Apply its edit to others …", "The wishes of this clip for other clips of the bin", () => applyToOthers(desk)],
        ...bodies(desk),
        null,
        ["Take out of the bin", "Remove this clip from the project", () => void remove(desk)],
      ]),
    { "data-act": "clip-menu" },
  );
  return el("span", { class: "pair" }, chooser, more);
}

/** Bodies that this clip could be shown with. */
function bodies(desk: Desk): [string, string, () => void][] {
  const { clip, server } = desk.state;
  const wear = (of: number | null) => () => void desk.do([{ do: "wear_skin", of }]);
  const others = server?.document.clips.filter((c) => c.skin && c.skin !== clip?.skin) ?? [];
  const out = others.map((c): [string, string, () => void] => [
    `Wear the body of ${c.name}`,
    "Show this clip with the mesh of that one; joints are matched by name",
    wear(c.id),
  ]);
  if (clip?.skin) out.push(["Show as a plain figure", "Capsules instead of the mesh", wear(null)]);
  return out;
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
  const list = others.map((c, k) =>
    el("label", { class: "check" }, boxes[k], c.name, el("small", {}, replacedWords(c.tracks.length))),
  );
  const apply = button(
    "Apply",
    "Replace their wishes",
    () => {
      const to = boxes.filter((box) => box.checked).map((box) => Number(box.value));
      if (clip && to.length) void desk.do([{ do: "copy_edit", source: clip.id, to }]);
      made.close();
    },
    { class: "primary", "data-act": "apply", disabled: !others.length },
  );
  const words = `The constraints of ${clip?.name ?? "this clip"} (${clip?.tracks.length ?? 0}), its solver and its settings of joints are copied as one step. What a clip cannot do with them is named in its Problems.`;
  const made = sheet(
    "Apply this edit to others",
    el("p", { class: "dim" }, words),
    ...(list.length ? list : ["There is no other clip in the bin. Open one first."]),
    el("footer", {}, apply),
  );
}

const replacedWords = (count: number) => (count ? `its own ${count} constraints are replaced` : "");

function opener(desk: Desk): HTMLButtonElement {
  const made = button("Open", "Open a motion or drop one on the page (Ctrl O)", () => void openMenu(desk, made), {
    "data-act": "open",
  });
  return made;
}

export async function openMenu(desk: Desk, under: HTMLElement): Promise<void> {
  const said = await desk.answer({ type: "list_files" });
  const files = said?.find((m) => m.type === "files");
  const names = files?.type === "files" ? files.names : [];
  const projects = names.filter(isProject);
  const motions = names.filter((name) => !isProject(name));
  menu(under, [
    ["Choose a file …", "A motion of this machine", () => chooseFile(desk)],
    names.length ? null : ["(the opened folder has no motions)", "", () => {}],
    ...projects.map((name): [string, string, () => void] => [
      name,
      `Open the project ${name} instead of this one`,
      () => void openProject(desk, name),
    ]),
    ...(projects.length && motions.length ? [null] : []),
    ...motions.map((name): [string, string, () => void] => [
      name,
      `Bring ${name} into the bin`,
      () => void desk.try({ type: "open_file", name }),
    ]),
  ]);
}

const isProject = (name: string): boolean => name.toLowerCase().endsWith(".supple");

async function openProject(desk: Desk, name: string): Promise<void> {
  const words = `${name} takes the place of this work, which is not saved. It is kept, and is there again when its own file is opened.`;
  const { server } = desk.state;
  const saved = server?.saved || !server?.undo;
  if (saved || (await confirmed("Open another project", words, "Open"))) await desk.try({ type: "open_file", name });
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
          () => void viewport.stage.png().then((png) => saveFile(png, `${desk.state.clip?.name ?? "supple"}.png`)),
        ],
        [
          "Frames for a video (PNG, zip) …",
          "Every frame of the range as a picture",
          () => filmSheet(desk.state, viewport),
        ],
        ["Save the project as …", "Another .supple file", () => void save(desk, true)],
      ]),
    { "data-act": "export" },
  );
  return made;
}
