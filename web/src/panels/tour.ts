// A short tour for whoever is here for the first time.
import { button, el } from "../core/dom";
import type { Desk } from "../core/desk";

interface Stop {
  at: string; // what is pointed at
  words: string;
  wish?: boolean; // whether it is about a constraint, which is then selected
}

const STOPS: Stop[] = [
  {
    at: ".viewport",
    words: "This is a walking figure. Drag beside it to look around, use the wheel to come nearer; Space plays.",
  },
  {
    at: ".panel",
    words:
      "First let the feet stay where they stand: choose Actions, Detect contacts, Preview, then Apply. Their spans appear in the timeline.",
  },
  {
    at: ".viewport",
    words:
      "Now raise a hand: click a number above the timeline to go to that moment, click the hand, and drag its green arrow up. The whole motion follows; the pale figure is the original.",
  },
  {
    at: ".timeline",
    words:
      "Your constraint has a line here. Drag its keys: it begins, is fully active, begins to leave, is gone. The middle two lie on each other until you pull one away.",
    wish: true,
  },
  {
    at: ".panel",
    words: "Its fields are here: priority, who helps (recruit), place. Problems tells what cannot be met, and why.",
    wish: true,
  },
  {
    at: ".viewport",
    words:
      "To step over a box, stop where one foot swings and press Box. Click that ankle and drag its green arrow until the foot is above the box. Then go on with → until the other foot reaches the box, and lift it too.",
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
  if (STOPS[at].wish) showWish(desk);
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

/** Select a constraint, the newest where none is selected, so that its fields are there to be seen. */
function showWish(desk: Desk): void {
  const { clip, selection } = desk.state;
  const track = selection.track ?? clip?.tracks.at(-1)?.id;
  if (track !== undefined) desk.state.select({ joint: selection.joint, track });
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
