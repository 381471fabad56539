// One constraint in time: its bars, and keys that can be dragged.
import { button, drag, el, svg } from "../core/dom";
import type { Desk } from "../core/desk";
import { jointOf } from "../core/goal_places";
import { shownTime } from "../core/moments";
import { calledTrack } from "../core/wishes";
import type { Track } from "../messages";
import { boundsOf, dragged, KEY_NAMES, type Keys, keysOf, withKeys } from "./keys";
import type { Scale } from "./scale";

const HEIGHT = 22;

export function trackRow(desk: Desk, scale: Scale, track: Track): HTMLElement {
  const { state } = desk;
  const chosen = state.selection.track === track.id;
  const why = state.report?.left_out.find((out) => out.track === track.id)?.why;
  const got = state.report?.outcomes.find((o) => o.track === track.id);
  const missed = got && got.status !== "met";
  const kind = `line track${chosen ? " chosen" : ""}${track.muted ? " muted" : ""}${why ? " unserved" : ""}${missed ? " missed" : ""}`;
  return el(
    "div",
    { class: kind, "data-track": track.id, title: why ?? "" },
    head(desk, track, missed ? got.worst : null, got?.unit ?? "mm"),
    lane(desk, scale, track),
  );
}

function head(desk: Desk, track: Track, worst: number | null, unit: string): HTMLElement {
  const flag = (name: "muted" | "solo" | "locked", letter: string, title: string) =>
    button(letter, title, () => void desk.do([{ do: "set_flags", track: track.id, [name]: !track[name] }]), {
      class: `flag${track[name] ? " on" : ""}`,
      "data-flag": name,
    });
  const miss =
    worst === null
      ? null
      : el("span", { class: "off", title: "worst miss" }, `${worst.toFixed(unit === "mm" ? 0 : 1)} ${unit}`);
  return el(
    "div",
    { class: "head", click: () => select(desk, track, 0) },
    el(
      "span",
      { class: "priority", title: `Priority ${track.constraint.priority}` },
      String(track.constraint.priority),
    ),
    el("span", { class: "name", title: calledTrack(track) }, calledTrack(track)),
    miss,
    flag("muted", "M", "Mute: leave this out"),
    flag("solo", "S", "Solo: only this"),
    flag("locked", "L", "Lock: keep as it is"),
  );
}

function select(desk: Desk, track: Track, goal: number): void {
  const joint = jointOf(desk.state, track.constraint);
  desk.state.select({ track: track.id, goal, joint: joint < 0 ? null : joint });
}

function lane(desk: Desk, scale: Scale, track: Track): HTMLElement {
  const box = el("div", { class: "lane" });
  const all = keysOf(track.constraint, desk.state.frameTime);
  if (!all.length)
    box.append(el("div", { class: "bar whole", title: "acts all through", click: () => select(desk, track, 0) }));
  for (const keys of all) box.append(...bar(desk, scale, track, keys));
  return box;
}

function bar(desk: Desk, scale: Scale, track: Track, keys: Keys): HTMLElement[] {
  const { state } = desk;
  const [first, last] = [scale.x(keys.frames[0]), scale.x(keys.frames[keys.frames.length - 1])];
  const width = Math.max(last - first, 2);
  const press = (key: number) => (e: PointerEvent) => {
    if (e.button !== 0) return;
    select(desk, track, numbered(keys) ? keys.number : 0);
    if (!track.locked) dragKeys(desk, scale, track, keys, key, e);
  };
  const chosen = state.selection.track === track.id && (!numbered(keys) || state.selection.goal === keys.number);
  const whole = el("div", {
    class: `bar ${keys.of}${chosen ? " chosen" : ""}`,
    style: `left:${first}px;width:${width}px`,
    title: "Drag to move in time",
    pointerdown: press(-1),
    "data-number": keys.number,
  });
  whole.append(shape(keys, scale, first, width));
  const handles = keys.frames.map((frame, k) =>
    el("div", {
      class: `key${chosen ? " chosen" : ""}`,
      style: `left:${scale.x(frame)}px`,
      "data-key": k,
      "data-of": keys.of,
      "data-number": keys.number,
      title: `${KEY_NAMES[keys.of][k]}: ${shownTime(frame, state.frameTime, state.view.units)}`,
      pointerdown: press(k),
    }),
  );
  return [whole, ...handles];
}

/** Whether there may be several of them in one constraint, of which one is selected. */
const numbered = (keys: Keys): boolean => keys.of === "goal" || keys.of === "point";

/** How much it acts: rises, stays, falls. */
function shape(keys: Keys, scale: Scale, first: number, width: number): SVGElement {
  const made = svg("svg", { width, height: HEIGHT, preserveAspectRatio: "none" });
  const x = keys.frames.map((f) => scale.x(f) - first);
  const four = x.length === 4;
  const points = four
    ? `0,${HEIGHT} ${x[1]},3 ${x[2]},3 ${width},${HEIGHT}`
    : `0,3 ${width},3 ${width},${HEIGHT} 0,${HEIGHT}`;
  made.append(svg("polygon", { points }));
  return made;
}

function dragKeys(desk: Desk, scale: Scale, track: Track, keys: Keys, key: number, event: PointerEvent): void {
  const { state } = desk;
  const from = event.clientX;
  const lane = (event.currentTarget as HTMLElement).closest(".lane") as HTMLElement;
  let frames = keys.frames;
  const bounds = boundsOf(track.constraint, keys, key, state.frameTime, state.frames);
  const edit = () => ({
    do: "change_constraint" as const,
    track: track.id,
    constraint: withKeys(track.constraint, {
      ...keys,
      frames,
      ...(key < 0 ? { moved: frames[0] - keys.frames[0], frameTime: state.frameTime } : {}),
    }),
  });
  state.dragging = true;
  drag(
    event,
    (e) => {
      let by = scale.frames(e.clientX - from);
      if (state.view.snap) by = snapped(keys.frames, key, by, state.frame, scale.frames(6));
      frames = dragged(keys, key, by, bounds);
      lane
        .querySelectorAll<HTMLElement>(`.key[data-of="${keys.of}"][data-number="${keys.number}"]`)
        .forEach((one, k) => {
          one.style.left = `${scale.x(frames[k])}px`;
        });
      desk.previewer.ask([edit()]);
    },
    () => {
      state.dragging = false;
      if (frames.some((f, k) => f !== keys.frames[k])) void desk.do([edit()], "move in time");
      else desk.previewer.ask();
    },
  );
}

/** Whole frames, and the playhead where it is near. */
function snapped(frames: number[], key: number, by: number, playhead: number, near: number): number {
  const at = frames[Math.max(0, key)];
  if (Math.abs(at + by - playhead) < near) return playhead - at;
  return Math.round(at + by) - at;
}
