// What can be done to a clip as a whole, and what each has to be told.
import type { Action } from "../messages";

export interface Field {
  name: string;
  label: string;
  kind: "text" | "number" | "clip" | "check" | "choice";
  value: string | number | boolean;
  options?: string[];
  hint?: string; // what it means where it is empty
}

export interface Form {
  action: Action["action"];
  title: string;
  words: string;
  fields: Field[];
  on: boolean; // whether it can start from the bent motion
}

const form = (action: Action["action"], title: string, words: string, fields: Field[] = [], on = true): Form => ({
  action,
  title,
  words,
  fields,
  on,
});
const clip = (name: string, label: string): Field => ({ name, label, kind: "clip", value: "" });

export const FORMS: Form[] = [
  form(
    "detect",
    "Detect contacts",
    "Find where feet and hands stand still, or joints that you name.",
    [
      { name: "points", label: "Points", kind: "text", value: "", hint: "feet and hands; or: head, left_wrist" },
      { name: "templates", label: "Templates", kind: "text", value: "", hint: "none; or a TOML file of the folder" },
      { name: "as_tracks", label: "as constraints", kind: "check", value: false },
    ],
    false,
  ),
  form("clean", "Clean feet", "Make feet stand exactly, by the clip's contacts or those found."),
  form("smooth", "Smooth", "Take out what is faster than a rate.", [
    { name: "hz", label: "Keep below [Hz]", kind: "number", value: 6 },
  ]),
  form("bend", "Bake constraints", "What the constraints make becomes the motion; they go.", [], false),
  form("retarget", "Retarget", "This motion on the figure of another clip.", [clip("character", "Figure of")]),
  form("terrain", "Terrain", "This motion on other ground.", [
    { name: "ground", label: "Ground", kind: "text", value: "stairs:rise=0.17,run=0.29" },
  ]),
  form("follow_path", "Path", "This motion along another path.", [
    { name: "path", label: "Path", kind: "text", value: "arc:radius=3" },
    { name: "length", label: "Length", kind: "choice", value: "keep", options: ["keep", "stretch"] },
  ]),
  form("scale_body", "Scale the body", "This motion on a body that is larger or smaller.", [
    { name: "factor", label: "Factor", kind: "number", value: 1.1 },
  ]),
  form(
    "transition",
    "Transition",
    "This clip becomes another one, as a new clip.",
    [clip("to", "Into"), { name: "duration", label: "Over [s]", kind: "number", value: 0.5 }],
    false,
  ),
  form(
    "blend",
    "Blend",
    "What lies between this clip and another one.",
    [clip("other", "With"), { name: "weight", label: "Share of it", kind: "number", value: 0.5 }],
    false,
  ),
  form("individualise", "Individualise", "This walk on the body of another clip.", [clip("body", "Body of")]),
  form("injure", "Injure", "This walk with a limp.", [
    {
      name: "preset",
      label: "Where",
      kind: "choice",
      value: "knee-left",
      options: ["knee-left", "knee-right", "ankle-left", "ankle-right", "hip-left", "hip-right"],
    },
    { name: "severity", label: "Severity", kind: "number", value: 1 },
  ]),
  form("explain", "Physics", "Bend it until forces of the feet explain it. Cancel stops it at any moment.", [
    { name: "seconds", label: "At most [s]", kind: "number", value: 60 },
  ]),
  form("gait", "Measure the walk", "Stride lengths and times; changes nothing."),
  form("mirror", "Mirror the motion", "Left becomes right."),
  form("trim", "Trim to the range", "The frames between in and out, as a new clip."),
  form(
    "walk",
    "New walk",
    "A walking figure, as a new clip.",
    [
      { name: "seconds", label: "Seconds", kind: "number", value: 6 },
      { name: "speed", label: "Speed [m/s]", kind: "number", value: 1.3 },
      { name: "height", label: "Height [m]", kind: "number", value: 1.75 },
    ],
    false,
  ),
];

/** The action that a form means. */
export function actionOf(
  form: Form,
  values: Record<string, string | number | boolean>,
  openClip: number,
  on: "source" | "result",
): Action {
  const given: Record<string, unknown> = { ...values };
  if (form.action === "detect") {
    const points = String(given.points).split(",").map((name) => name.trim());
    given.points = points.some(Boolean) ? points.filter(Boolean) : null;
    given.templates = String(given.templates).trim() || null;
  }
  if (form.action === "transition") {
    given.clips = [openClip, given.to];
    delete given.to;
  }
  return {
    action: form.action,
    ...(form.action === "walk" ? {} : { clip: openClip }),
    ...given,
    ...(form.on ? { on } : {}),
  } as unknown as Action;
}
