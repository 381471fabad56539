// A file that is dropped on the page is opened.
import { el } from "../core/dom";
import { upload } from "../core/files";

export function acceptDrops(): void {
  const veil = el("div", { class: "veil" }, "Drop the file to open it");
  const files = (e: DragEvent) => e.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (e) => {
    if (!files(e)) return;
    e.preventDefault();
    document.body.append(veil);
  });
  addEventListener("dragleave", (e) => e.relatedTarget === null && veil.remove());
  addEventListener("drop", (e) => {
    veil.remove();
    if (!files(e)) return;
    e.preventDefault();
    for (const file of e.dataTransfer?.files ?? []) void upload(file);
  });
}
