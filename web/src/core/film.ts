// Every frame of the range as a picture, for programs that make videos.
import { el, row, numberField, button, choice } from "../core/dom";
import { sheet } from "../panels/dialogs";
import { toast } from "../panels/toasts";
import type { Viewport } from "../viewport/viewport";
import { saveFile } from "./files";
import type { State } from "./state";
import { Zip } from "./zip";

const SIZES = ["1280x720", "1920x1080", "1080x1080", "1080x1920"];

export interface Film {
  width: number;
  height: number;
  fps: number;
  bare: boolean; // the figure alone, without marks
}

/** Frames of the clip, perhaps between two, for pictures of a rate. */
export function moments(state: State, fps: number): number[] {
  const [first, last] = state.range;
  const step = 1 / (fps * state.frameTime);
  const count = Math.floor((last - first) / step + 1e-6) + 1;
  return Array.from({ length: count }, (_, k) => first + k * step);
}

/** Pictures of all moments in a zip; null where it was stopped. `told` says how far it is, and whether to go on. */
export async function filmed(
  state: State,
  viewport: Viewport,
  film: Film,
  told: (done: number, total: number) => boolean,
): Promise<Blob | null> {
  const [here, frames, zip] = [state.playhead, moments(state, film.fps), new Zip()];
  const digits = Math.max(4, String(frames.length).length);
  state.playing = false;
  viewport.filming(film);
  try {
    for (const [k, frame] of frames.entries()) {
      state.seek(frame);
      const picture = await viewport.stage.png();
      zip.add(`frame_${String(k).padStart(digits, "0")}.png`, new Uint8Array(await picture.arrayBuffer()));
      if (!told(k + 1, frames.length)) return null;
    }
    return zip.blob();
  } finally {
    viewport.filming(null);
    state.seek(here);
  }
}

/** Ask for size and rate, then make the pictures. */
export function filmSheet(state: State, viewport: Viewport): void {
  const film: Film = { width: 1280, height: 720, fps: Math.min(60, Math.round(1 / state.frameTime)), bare: true };
  const bar = el("progress", { max: "1", value: 0 });
  const words = el("p", { class: "dim" }, counted(state, film));
  const bare = el("input", { type: "checkbox", checked: true });
  bare.addEventListener("change", () => (film.bare = bare.checked));
  let going = false;
  const begin = button("Make the pictures", "Every frame of the range as a PNG, in one zip file", () => void start(), {
    class: "primary",
    "data-act": "film",
  });
  const size = choice(
    SIZES.map((s) => [s, s.replace("x", " × ")] as const),
    SIZES[0],
    (value) => ([film.width, film.height] = value.split("x").map(Number)),
    { "aria-label": "Size" },
  );
  const rate = numberField(film.fps, (fps) => {
    film.fps = Math.min(240, Math.max(1, fps));
    words.textContent = counted(state, film);
  });
  const made = sheet(
    "Frames for a video",
    row("Size", size),
    row("Per second", rate),
    row("No marks", bare),
    words,
    bar,
    el("footer", {}, begin),
  );
  made.addEventListener("close", () => (going = false));

  async function start(): Promise<void> {
    if (going) return;
    going = begin.disabled = true;
    try {
      const blob = await filmed(state, viewport, film, (done, total) => {
        bar.value = done / total;
        return going;
      });
      if (!blob) return toast("The pictures were stopped.");
      saveFile(blob, `${state.clip?.name ?? "clip"} ${film.fps} fps.zip`);
      toast("The pictures are in your downloads: frame_0000.png and so on, in one zip.");
    } catch (error) {
      toast(`The pictures were not made: ${(error as Error).message}.`, "error");
    }
    made.close();
  }
}

function counted(state: State, film: Film): string {
  return `${moments(state, film.fps).length} pictures of the range, from where the camera is now.`;
}
