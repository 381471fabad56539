// Opening, saving and exporting.
import { askText, confirmed } from "../panels/dialogs";
import { toast } from "../panels/toasts";
import type { Desk } from "./desk";

/** A file of this machine comes into the bin. */
export async function upload(file: File): Promise<void> {
  toast(`${file.name} is read …`);
  try {
    const answer = await fetch(`upload?name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    const said = (await answer.json().catch(() => ({}))) as { error?: string };
    if (!answer.ok) toast(said.error ?? `${file.name} was refused (${answer.status}).`, "error");
    else toast(`${file.name} is open.`);
  } catch {
    toast(`${file.name} could not be sent: there is no connection to the editor.`, "error");
  }
}

/** Choose a file of this machine. */
export function chooseFile(desk: Desk): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = desk.state.welcome?.suffixes.join(",") ?? "";
  input.multiple = true;
  input.addEventListener("change", () => [...(input.files ?? [])].forEach((file) => void upload(file)));
  input.click();
}

export async function save(desk: Desk, elsewhere = false): Promise<void> {
  const { server, clip } = desk.state;
  if (server?.project && !elsewhere) {
    if (await desk.try({ type: "save" })) toast(`Saved as ${server.project}.`);
    return;
  }
  const name = await askText(
    "Save the project",
    "Name",
    server?.project ?? `${clip?.name ?? "work"}.supple`,
    `It is written into ${folderOf(desk)}; “supple editor NAME” opens it again.`,
  );
  if (name) await written(desk, "save", name.endsWith(".supple") ? name : `${name}.supple`);
}

/** Where files go: the folder that the editor was started in or for. */
const folderOf = (desk: Desk): string => `the folder “${desk.state.welcome?.folder ?? ""}”`;

export type Exported = "motion" | "edit" | "contacts";

export async function exportAs(desk: Desk, what: Exported, suffix: string): Promise<void> {
  const words = { motion: "Export the motion", edit: "Export the edit document", contacts: "Export the contacts" }[
    what
  ];
  const stem = desk.state.clip?.name ?? "clip";
  const wanted = what === "motion" ? `${stem} bent${suffix}` : `${stem} ${what}${suffix}`;
  const name = await askText(
    words,
    "Name",
    wanted,
    `It is written into ${folderOf(desk)}; the suffix says the format.`,
  );
  if (name) await written(desk, what, name);
}

/** Write a file; where there is one already, ask. */
async function written(desk: Desk, what: "save" | Exported, name: string, overwrite = false): Promise<void> {
  const body =
    what === "save" ? { type: "save" as const, name, overwrite } : { type: "export" as const, what, name, overwrite };
  try {
    const said = await desk.wire.ask(body);
    const file = said.find((m) => m.type === "written");
    toast(`${name} is written into ${folderOf(desk)}.`);
    if (file?.type === "written") file.notes.slice(0, 3).forEach((note) => toast(`${name}: ${note}`));
  } catch (error) {
    const message = (error as Error).message;
    if (!overwrite && /exist/.test(message)) {
      if (await confirmed("There is such a file", `${name} exists already.`, "Overwrite"))
        await written(desk, what, name, true);
    } else toast(message, "error");
  }
}

/** A file of the page itself, downloaded. */
export function saveFile(data: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
