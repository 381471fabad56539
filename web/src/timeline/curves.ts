// Curves of the selected joint before and after: its height, its speed, and how far it is turned from its start.
import { choice, el, svg } from "../core/dom";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { conjugate, quat, times, turnDegrees } from "../core/vectors";
import type { Scale } from "./scale";

type Curve = (now: Pose, before: Pose | null, joint: number, state: State) => number;
const HEIGHT = 90;
const MOST_POINTS = 900;

const CURVES: Record<string, { unit: string; of: Curve }> = {
  height: { unit: "m", of: (now, _, j) => now.positions[3 * j + 1] },
  speed: {
    unit: "m/s",
    of: (now, before, j, state) =>
      before
        ? Math.hypot(...[0, 1, 2].map((k) => now.positions[3 * j + k] - before.positions[3 * j + k])) / state.frameTime
        : 0,
  },
  ...Object.fromEntries(["x", "y", "z"].map((axis, k) => [`angle ${axis}`, { unit: "°", of: angle(k) }])),
};
let chosen = "height";

/** The turn of a joint in the frame of its parent, as a rotation vector [deg]. */
function angle(component: number): Curve {
  return (now, _, joint, state) => {
    const parent = state.figure?.parents[joint] ?? -1;
    const own = quat(now.rotations, joint);
    return turnDegrees(parent < 0 ? own : times(conjugate(quat(now.rotations, parent)), own))[component];
  };
}

export function curvesRow(state: State, scale: Scale): HTMLElement {
  const joint = state.selection.joint;
  const name = joint === null ? "select a joint" : (state.figure?.names[joint] ?? "");
  const kinds = choice(
    Object.keys(CURVES).map((k) => [k, k] as const),
    chosen,
    (kind) => {
      chosen = kind;
      state.emit("view");
    },
    { "aria-label": "Curve" },
  );
  const lane = el("div", { class: "lane curves" });
  if (joint !== null && state.motion) lane.append(drawn(state, scale, joint));
  return el(
    "div",
    { class: "line tall" },
    el("div", { class: "head" }, el("span", { class: "name" }, name), kinds),
    lane,
  );
}

function drawn(state: State, scale: Scale, joint: number): SVGElement {
  const { first, last } = state.zoom;
  const step = Math.max(1, Math.ceil((last - first) / MOST_POINTS));
  const frames: number[] = [];
  for (let f = Math.floor(first); f <= Math.ceil(last); f += step) frames.push(f);
  const motion = state.motion!;
  const { of, unit } = CURVES[chosen];
  const along = (at: (frame: number) => Pose | null) =>
    frames.map((f) => {
      const pose = at(f);
      return pose ? of(pose, at(f - 1), joint, state) : NaN;
    });
  const lines = [along((f) => motion.original(f)), along((f) => motion.at(f))];
  const known = lines.flat().filter(Number.isFinite);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const y = (v: number) => HEIGHT - 12 - ((v - low) / Math.max(1e-6, high - low)) * (HEIGHT - 24);
  const made = svg("svg", { width: scale.width, height: HEIGHT });
  lines.forEach((values, k) => {
    const points = values
      .map((v, n) => (Number.isFinite(v) ? `${scale.x(frames[n]).toFixed(1)},${y(v).toFixed(1)}` : ""))
      .join(" ");
    made.append(svg("polyline", { points, class: k ? "after" : "before" }));
  });
  if (known.length) made.append(text(`${high.toFixed(2)} ${unit}`, 10), text(`${low.toFixed(2)} ${unit}`, HEIGHT - 3));
  return made;
}

function text(words: string, y: number): SVGElement {
  const made = svg("text", { x: 3, y });
  made.textContent = words;
  return made;
}
