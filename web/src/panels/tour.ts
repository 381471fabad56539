// A short tour for whoever is here for the first time.
import { button, el } from "../core/dom";
import type { Desk } from "../core/desk";

interface Stop {
  at: string; // what is pointed at
  words: string;
}

const STOPS: Stop[] = [
  {
    at: ".viewport",
    words: "This is a walking figure. Drag beside it to look around, use the wheel to come nearer; Space plays.",
  },
  {
    at: ".panel",
    words:
      "First let the feet stay where they stand: choose Actions, Detect contacts, and Apply. Their spans appear in the timeline.",
  },
  {
    at: ".viewport",
    words:
      "Now click a hand and drag one of the three arrows. The whole motion follows; the pale figure is the original.",
  },
  {
    at: ".timeline",
    words:
      "Your constraint has a line here. Drag its four keys: it begins, is fully active, begins to leave, is gone. Drag the playhead above to look at other moments.",
  },
  {
    at: ".panel",
    words: "Its fields are here: priority, who helps (recruit), place. Problems tells what cannot be met, and why.",
  },
  {
    at: ".top",
    words:
      "Every step is kept on the disk at once and can be undone. Save makes a project of it; Export writes the motion. The ? has all shortcuts.",
  },
];

export function tour(desk: Desk, at = 0): void {
  document.querySelector(".tour")?.remove();
  const target = document.querySelector(STOPS[at]?.at ?? "");
  if (!target) return;
  desk.state.select({});
  const last = at === STOPS.length - 1;
  const made = el(
    "div",
    { class: "tour", role: "dialog", "aria-label": "Tour" },
    el("p", {}, STOPS[at].words),
    el(
      "footer",
      {},
      el("span", { class: "dim" }, `${at + 1} of ${STOPS.length}`),
      button("Close", "End the tour", () => made.remove()),
      button(last ? "Done" : "Next", "The next stop", () => (last ? made.remove() : tour(desk, at + 1)), {
        class: "primary",
      }),
    ),
  );
  document.body.append(made);
  const box = target.getBoundingClientRect();
  const wide = box.width > 600;
  const left = wide ? box.left + 16 : box.left - made.offsetWidth - 12;
  const top =
    box.top > innerHeight / 2 ? box.top - made.offsetHeight - 10 : box.top + (box.height < 80 ? box.height + 8 : 44);
  made.style.left = `${Math.max(8, left)}px`;
  made.style.top = `${Math.max(8, top)}px`;
}

/** The tour begins by itself once, for whoever opened no file of their own. */
export function welcomeTour(desk: Desk): void {
  let seen = false;
  desk.state.on("figure", () => {
    const untouched =
      desk.state.server?.document.clips.length === 1 &&
      desk.state.clip?.motion.source === "walk" &&
      !desk.state.clip.tracks.length;
    if (seen || !desk.state.figure) return;
    seen = true;
    if (untouched && !remembered()) tour(desk);
  });
}

function remembered(): boolean {
  try {
    const before = localStorage.getItem("supple tour") !== null;
    localStorage.setItem("supple tour", "seen");
    return before;
  } catch {
    return false;
  }
}
