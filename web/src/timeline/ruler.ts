// The ruler: time, the range that is played, marks.
import { drag, el } from "../core/dom";
import { shownTime } from "../core/moments";
import type { State } from "../core/state";
import { niceStep, type Scale } from "./scale";

const LABEL_PX = 70;

export function ruler(state: State, scale: Scale): HTMLElement {
  const seek = (e: PointerEvent) => {
    const box = made.getBoundingClientRect();
    state.seek(Math.round(scale.frame(e.clientX - box.left)));
  };
  const made = el("div", {
    class: "ruler",
    title: "Drag to scrub. Wheel: zoom; Shift and wheel: move.",
    pointerdown: (e: PointerEvent) => (seek(e), drag(e, seek, () => {})),
  });
  const inSeconds = state.view.units !== "frames";
  const unit = inSeconds ? 1 / state.frameTime : 1;
  let step = niceStep(scale.frames(LABEL_PX) / unit) * unit;
  if (!inSeconds) step = Math.max(1, Math.round(step));
  for (let f = Math.ceil(state.zoom.first / step) * step; f <= state.zoom.last + 1e-6; f += step) {
    const text = shownTime(f, state.frameTime, state.view.units);
    made.append(el("span", { class: "tick", style: `left:${scale.x(f)}px` }, text));
  }
  const [first, last] = state.range;
  const [a, b] = [scale.x(first), scale.x(last)];
  if (state.clip?.inout) made.append(el("div", { class: "inout", style: `left:${a}px;width:${Math.max(2, b - a)}px` }));
  for (const mark of state.clip?.marks ?? [])
    made.append(el("div", { class: "mark", style: `left:${scale.x(mark.frame)}px`, title: mark.name || "mark" }));
  return made;
}
