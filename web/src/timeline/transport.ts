// Play, time, range, zoom.
import { button, choice, el } from "../core/dom";
import type { Desk } from "../core/desk";
import { shownTime, typedTime } from "../core/moments";
import type { Player } from "../core/player";
import type { Units } from "../core/state";
import type { Scale } from "./scale";

const SPEEDS = ["0.1", "0.25", "0.5", "1", "2", "4"];

export function transport(desk: Desk, player: Player, scale: Scale): HTMLElement {
  const { state } = desk;
  const play = button("▶", "Play (Space)", () => player.toggle(), { class: "play" });
  const time = el("input", {
    class: "time",
    "aria-label": "Time",
    title: "Where the playhead is; type to go there",
    spellcheck: false,
  });
  time.addEventListener("change", () => {
    const to = typedTime(time.value, state.frameTime, state.view.units);
    if (to !== null) state.seek(Math.round(to));
    showTime();
  });
  const length = el("span", { class: "dim" });
  const showTime = () => {
    if (document.activeElement !== time || state.playing)
      time.value = shownTime(state.playhead, state.frameTime, state.view.units);
  };
  const update = () => {
    play.textContent = state.playing ? "■" : "▶";
    loop.classList.toggle("on", state.view.loop);
    snap.classList.toggle("on", state.view.snap);
    curves.classList.toggle("on", state.view.curves);
    length.textContent = `of ${shownTime(state.frames - 1, state.frameTime, state.view.units)}, ${(1 / state.frameTime).toFixed(0)} fps`;
    showTime();
  };
  const mark = (start: boolean) => {
    const [first, last] = state.range;
    const at = state.frame;
    const inout = start ? { start: at, stop: Math.max(last, at) + 1 } : { start: Math.min(first, at), stop: at + 1 };
    void desk.do([{ do: "set_range", inout }]);
  };
  const loop = button("Loop", "Play again and again", () => state.look({ loop: !state.view.loop }));
  const snap = button("Snap", "Keys snap to frames and to the playhead", () => state.look({ snap: !state.view.snap }));
  const curves = button("Curves", "Curves of the selected joint, before and after (C)", () =>
    state.look({ curves: !state.view.curves }),
  );
  const units = choice(
    [
      ["frames", "frames"],
      ["seconds", "seconds"],
      ["timecode", "timecode"],
    ],
    state.view.units,
    (v) => state.look({ units: v as Units }),
    { title: "Time is shown in", "aria-label": "Units" },
  );
  const speed = choice(
    SPEEDS.map((s) => [s, `${s}×`] as const),
    "1",
    (v) => state.look({ speed: Number(v) }),
    { title: "Speed", "aria-label": "Speed" },
  );
  state.on(["playing", "view", "document", "figure"], update);
  state.on("playhead", showTime);
  return el(
    "div",
    { class: "transport" },
    button("|◀", "To the start (Home)", () => state.seek(state.range[0])),
    button("‹", "One frame back (←)", () => state.seek(state.frame - 1)),
    play,
    button("›", "One frame on (→)", () => state.seek(state.frame + 1)),
    button("▶|", "To the end (End)", () => state.seek(state.range[1])),
    time,
    length,
    units,
    speed,
    loop,
    el("span", { class: "gap" }),
    button("In", "The range starts here (I)", () => mark(true), { "data-range": "in" }),
    button("Out", "The range ends here (O)", () => mark(false), { "data-range": "out" }),
    button("All", "No range: the whole clip", () => void desk.do([{ do: "set_range", inout: null }])),
    el("span", { class: "gap" }),
    snap,
    curves,
    button("−", "Show more time", () => scale.zoomed(1.5, state.playhead)),
    button("+", "Show less time", () => scale.zoomed(1 / 1.5, state.playhead)),
    button("Fit", "Show the whole clip", () => scale.fit()),
  );
}
