// Fields of paths, looks and balance.
import { button, choice, el, numberField, row } from "../core/dom";
import type { Desk } from "../core/desk";
import { pointAt } from "../core/by_hand";
import { frameOf } from "../core/moments";
import { rounded, vec3 } from "../core/vectors";
import { EMPTY_PLACE, profileAround } from "../core/wishes";
import type { Balance, LookAt, Shape, ShapePoint } from "../messages";
import { KEY_NAMES } from "../timeline/keys";
import { type Change, frames, vector } from "./fields";

/** One point of a path, chosen in the timeline or here: where it is, how long it rests, how the path bends there. */
export function shapeFields(desk: Desk, c: Shape, change: Change, off: boolean): HTMLElement[] {
  const { state } = desk;
  const k = Math.min(state.selection.goal, c.points.length - 1);
  const point = c.points[k];
  const put = (next: ShapePoint) => change({ ...c, points: c.points.map((p, n) => (n === k ? next : p)) });
  const which = choice(
    c.points.map((_, n) => [String(n), `point ${n + 1} of ${c.points.length}`] as const),
    String(k),
    (v) => {
      state.select({ ...state.selection, goal: Number(v) });
      state.seek(Math.round(frameOf(c.points[Number(v)].hold[0], state.frameTime)));
    },
    { "aria-label": "Point" },
  );
  const add = button("Add here", "A point at the playhead", () => addPoint(desk, c, change), {
    disabled: off || !free(desk, c),
    "data-act": "add-point",
  });
  const gone = () => change({ ...c, points: c.points.filter((_, n) => n !== k) });
  const hold = frames(desk, point.hold, KEY_NAMES.point, (to) => put({ ...point, hold: to }), off);
  const bends = (["tension", "continuity", "bias"] as const).map((name) =>
    numberField(
      point[name] ?? (name === "tension" && heldFor(desk, point) ? 1 : 0),
      (v) => put({ ...point, [name]: v }),
      {
        disabled: off,
        min: "-1",
        max: "1",
        step: "0.1",
        title: name,
        "aria-label": name,
      },
    ),
  );
  return [
    el("h3", {}, "Points", el("small", {}, "drag the joint to move one")),
    row("", which, add),
    row(
      "Place [m]",
      ...vector(point.at ?? point.offset ?? [0, 0, 0], (v) => put({ ...point, [point.at ? "at" : "offset"]: v }), off),
    ),
    row("Mode", placeMode(desk, c, point, put, off)),
    row("Rests", ...hold),
    row("Bends", ...bends),
    row("", button("Remove point", "Take this point out of the path", gone, { disabled: off || c.points.length < 2 })),
  ];
}

const heldFor = (desk: Desk, p: ShapePoint): boolean =>
  frameOf(p.hold[1], desk.state.frameTime) > frameOf(p.hold[0], desk.state.frameTime);

/** A place in the world, or one beside its own path. */
function placeMode(desk: Desk, c: Shape, point: ShapePoint, put: (p: ShapePoint) => void, off: boolean): HTMLElement {
  const { state } = desk;
  const joint = state.jointNamed(c.effector);
  const set = (mode: string) => {
    const own = state.motion?.original(Math.round(frameOf(point.hold[0], state.frameTime)));
    const path = own && joint >= 0 ? vec3(own.positions, joint) : ([0, 0, 0] as const);
    const now = point.at ?? point.offset ?? [0, 0, 0];
    if (mode === "at")
      put({ ...point, offset: null, at: rounded([0, 1, 2].map((n) => path[n] + now[n]) as [number, number, number]) });
    else
      put({ ...point, at: null, offset: rounded([0, 1, 2].map((n) => now[n] - path[n]) as [number, number, number]) });
  };
  return choice(
    [
      ["offset", "moved from its path"],
      ["at", "at a place"],
    ],
    point.at ? "at" : "offset",
    set,
    { disabled: off, "aria-label": "Mode of the point" },
  );
}

/** Whether a point at the playhead would lie inside the path and apart from the others. */
function free(desk: Desk, c: Shape): boolean {
  const { frame, frameTime } = desk.state;
  const [first, last] = c.span.map((m) => frameOf(m, frameTime));
  const taken = c.points.some((p) => frameOf(p.hold[0], frameTime) <= frame && frame <= frameOf(p.hold[1], frameTime));
  return first < frame && frame < last && !taken;
}

function addPoint(desk: Desk, c: Shape, change: Change): void {
  const { state } = desk;
  const before = c.points.filter((p) => frameOf(p.hold[0], state.frameTime) < state.frame).length;
  const joint = state.jointNamed(c.effector);
  const [now, own] = [state.motion?.at(state.frame), state.motion?.original(state.frame)];
  if (!now || !own || joint < 0) return;
  const here = vec3(now.positions, joint);
  const fresh = c.points[0].at
    ? { ...pointAt(state.frame, [0, 0, 0]), offset: null, at: rounded(here) }
    : pointAt(state.frame, rounded(here.map((n, k) => n - own.positions[3 * joint + k]) as [number, number, number]));
  state.selection.goal = before;
  change({ ...c, points: [...c.points.slice(0, before), fresh, ...c.points.slice(before)] });
}

export function lookFields(c: LookAt, change: Change, off: boolean): HTMLElement[] {
  return [
    row("Direction", ...vector(c.axis, (axis) => change({ ...c, axis }), off)),
    row("Eye at [m]", ...vector(c.point, (point) => change({ ...c, point }), off)),
  ];
}

export function balanceFields(desk: Desk, c: Balance, change: Change, off: boolean): HTMLElement[] {
  const { clip, frame } = desk.state;
  const points = el("input", { value: c.points.join(", "), disabled: off, title: "Points that bear the body" });
  points.addEventListener("change", () => {
    const names = points.value
      .split(",")
      .map((s) => s.trim())
      .filter(Boolean);
    if (names.length) change({ ...c, points: names });
  });
  const lean = () =>
    change({
      ...c,
      goals: [...c.goals, { ...EMPTY_PLACE, when: profileAround(frame, clip!, true), offset: [0, 0, 0] }],
    });
  return [
    row("Stands on", points),
    row(
      "",
      button("Lean here", "A goal around the playhead that moves the weight; or drag its handle", lean, {
        disabled: off,
      }),
    ),
  ];
}
