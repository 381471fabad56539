// Fields of goals, and of what is special about a kind.
import { button, choice, el, numberField, row } from "../core/dom";
import type { Desk } from "../core/desk";
import { orientationOf, jointOf, placeOf } from "../core/goal_places";
import { rounded } from "../core/vectors";
import { profileAround } from "../core/wishes";
import type { Moment } from "../core/moments";
import type { Constraint, Footplant, PlaceGoal, Track, TurnGoal } from "../messages";
import { KEY_NAMES, eventsOf } from "../timeline/keys";
import { changer, frames, jointChoice, vector } from "./fields";
import { balanceFields, lookFields, shapeFields } from "./kind_fields";

export function kindFields(desk: Desk, track: Track): HTMLElement[] {
  const c = track.constraint;
  const change = changer(desk, track);
  const off = track.locked;
  if (c.kind === "footplant")
    return [
      row(
        "Foot",
        choice(
          [
            ["left", "left"],
            ["right", "right"],
          ],
          c.foot,
          (foot) => change({ ...c, foot }),
          { disabled: off },
        ),
      ),
      row("Events", ...frames(desk, eventsOf(c), KEY_NAMES.event, (to) => change(withEvents(c, to)), off)),
      row("Move [m]", ...vector(c.move, (move) => change({ ...c, move }), off)),
      row(
        "Turn [°]",
        numberField(c.turn_deg, (turn_deg) => change({ ...c, turn_deg }), { disabled: off }),
      ),
      row(
        "Ease [s]",
        ...[0, 1].map((k) =>
          numberField(c.ease[k], (n) => change({ ...c, ease: k ? [c.ease[0], n] : [n, c.ease[1]] }), {
            disabled: off,
            min: "0",
          }),
        ),
      ),
    ];
  if (c.kind === "shape")
    return [
      row(
        "Mode",
        choice(
          [
            ["relative", "relative"],
            ["absolute", "absolute"],
            ["condensed", "condensed"],
          ],
          c.mode,
          (mode) => change({ ...c, mode: mode as "relative" }),
          { disabled: off },
        ),
      ),
      row(
        "Path of",
        jointChoice(
          desk.state.figure!,
          c.reference ?? "",
          [["", "its own"]],
          (name) => change({ ...c, reference: name || null }),
          "Whose path it leaves and joins",
          off,
        ),
      ),
      ...spanFields(desk, c, change, off),
      ...shapeFields(desk, c, change, off),
    ];
  const span = "span" in c ? [row("Time", spanButton(desk, c, change, off)), ...spanFields(desk, c, change, off)] : [];
  const own =
    c.kind === "look_at" ? lookFields(c, change, off) : c.kind === "balance" ? balanceFields(desk, c, change, off) : [];
  return "goals" in c && c.goals.length ? [...own, ...span, ...goalFields(desk, track)] : [...own, ...span];
}

type Four = [Moment, Moment, Moment, Moment];

const withEvents = (c: Footplant, [heel_strike, toe_strike, heel_off, toe_off]: Four): Footplant => ({
  ...c,
  events: { heel_strike, toe_strike, heel_off, toe_off },
});

function spanFields(desk: Desk, c: Constraint, change: (c: Constraint) => void, off: boolean): HTMLElement[] {
  if (!("span" in c) || !c.span) return [];
  return [row("Frames", ...frames(desk, c.span, KEY_NAMES.span, (span) => change({ ...c, span } as Constraint), off))];
}

function spanButton(desk: Desk, c: Constraint, change: (c: Constraint) => void, off: boolean): HTMLElement {
  const whole = "span" in c && c.span === null;
  const limit = () => {
    const [a, , , b] = profileAround(desk.state.frame, desk.state.clip!, true);
    change({ ...c, span: whole ? [a, b] : null } as Constraint);
  };
  return button(
    whole ? "the whole clip (limit)" : "limited (whole clip)",
    "Act all through, or around the playhead",
    limit,
    { disabled: off },
  );
}

function goalFields(desk: Desk, track: Track): HTMLElement[] {
  const c = track.constraint as Extract<Constraint, { goals: unknown[] }>;
  const number = Math.min(desk.state.selection.goal, c.goals.length - 1);
  const goal = c.goals[number];
  const change = changer(desk, track);
  const set = (next: PlaceGoal | TurnGoal | null) => {
    const goals = (c.goals as (PlaceGoal | TurnGoal)[]).flatMap((old, k) =>
      k === number ? (next ? [next] : []) : [old],
    );
    change({ ...c, goals } as Constraint);
  };
  const off = track.locked;
  const which = choice(
    c.goals.map((_, k) => [String(k), `goal ${k + 1} of ${c.goals.length}`] as const),
    String(number),
    (v) => desk.state.select({ ...desk.state.selection, goal: Number(v) }),
    { "aria-label": "Goal" },
  );
  const spare = c.goals.length > 1 || c.kind === "balance";
  const gone = spare ? button("Remove", "Remove this goal", () => set(null), { disabled: off }) : null;
  const timed = button(
    goal.when ? "all through" : "around now",
    "Act all through, or around the playhead",
    () => set({ ...goal, when: goal.when ? null : profileAround(desk.state.frame, desk.state.clip!) }),
    { disabled: off },
  );
  const ride = jointChoice(
    desk.state.figure!,
    goal.relative_to ?? "",
    [["", "the world"]],
    (name) => set({ ...goal, relative_to: name || null }),
    "What the goal rides with",
    off,
  );
  const when = goal.when
    ? [row("Frames", ...frames(desk, goal.when, KEY_NAMES.goal, (to) => set({ ...goal, when: to }), off))]
    : [];
  const fields = "wxyz" in goal ? turnFields(desk, track, goal, set) : placeFields(desk, track, goal, set);
  return [el("h3", {}, "Goal"), row("", which, gone), row("Acts", timed), ...when, ...fields, row("Rides with", ride)];
}

function placeFields(desk: Desk, track: Track, goal: PlaceGoal, set: (goal: PlaceGoal) => void): HTMLElement[] {
  const off = track.locked;
  const joint = jointOf(desk.state, track.constraint);
  const toPlace = () =>
    set({ ...goal, offset: null, at: rounded(placeOf(desk.state, joint, goal, desk.state.frame) ?? [0, 1, 0]) });
  const mode = choice(
    [
      ["offset", "moved from its path"],
      ["at", "at a place"],
    ],
    goal.at ? "at" : "offset",
    (v) => (v === "at" ? toPlace() : set({ ...goal, at: null, offset: [0, 0, 0], relative_to: null })),
    { disabled: off || track.constraint.kind === "look_at", "aria-label": "Mode" },
  );
  const value = goal.at ?? goal.offset ?? [0, 0, 0];
  return [
    row("Mode", mode),
    row("Place [m]", ...vector(value, (v) => set({ ...goal, [goal.at ? "at" : "offset"]: v }), off)),
  ];
}

function turnFields(desk: Desk, track: Track, goal: TurnGoal, set: (goal: TurnGoal) => void): HTMLElement[] {
  const off = track.locked;
  const joint = jointOf(desk.state, track.constraint);
  const fixed = () =>
    set({ ...goal, turn_deg: null, wxyz: orientationOf(desk.state, joint, goal, desk.state.frame) ?? [1, 0, 0, 0] });
  const mode = choice(
    [
      ["turn", "turned from its own"],
      ["fixed", "an orientation"],
    ],
    goal.wxyz ? "fixed" : "turn",
    (v) => (v === "fixed" ? fixed() : set({ ...goal, wxyz: null, turn_deg: [0, 0, 0], relative_to: null })),
    { disabled: off, "aria-label": "Mode" },
  );
  if (goal.wxyz) {
    const q = goal.wxyz;
    const numbers = [0, 1, 2, 3].map((k) =>
      numberField(q[k], (n) => set({ ...goal, wxyz: q.map((old, i) => (i === k ? n : old)) as typeof q }), {
        disabled: off,
        "aria-label": "wxyz"[k],
      }),
    );
    return [row("Mode", mode), row("w x y z", ...numbers)];
  }
  return [
    row("Mode", mode),
    row("Turn [°]", ...vector(goal.turn_deg ?? [0, 0, 0], (turn_deg) => set({ ...goal, turn_deg }), off)),
  ];
}
