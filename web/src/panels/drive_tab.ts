// The walker that is steered.
import { button, choice, el, row } from "../core/dom";
import type { Driver } from "../core/driver";
import { COMPILING } from "./actions";

const LIMPS = ["", ...["knee", "ankle", "hip", "leg"].flatMap((joint) => [`${joint}-left`, `${joint}-right`])];

export function driveTab(driver: Driver, renew: () => void): HTMLElement[] {
  const record = button(
    driver.recording ? "Stop recording" : "Record",
    "Keep what it does from now on",
    () => {
      driver.recording = !driver.recording;
      renew();
    },
    { class: driver.recording ? "on" : "primary", "data-act": "record" },
  );
  const keep = button("Keep as a clip", "What was recorded comes into the bin", () => void driver.keep(), {
    "data-act": "keep-drive",
  });
  const recorded = el("p", { class: "dim" });
  const starting = el(
    "div",
    { class: "job", "data-part": "starting" },
    el("p", {}, "The walker gets ready …"),
    el("progress"),
    el("p", { class: "dim later" }, COMPILING),
  );
  driver.stepped = () => {
    starting.hidden = !driver.starting;
    recorded.textContent = `${(driver.recorded / 60).toFixed(1)} s recorded`;
    keep.disabled = driver.recorded === 0;
  };
  driver.stepped();
  return [
    starting,
    el("p", { class: "dim" }, "Arrow keys or a gamepad: ↑ walks (Shift faster), ← → turn, nothing stands."),
    row(
      "Speed",
      slider(0.3, 2.2, driver.speed, "m/s", (v) => (driver.speed = v)),
    ),
    row(
      "Stride",
      slider(0.3, 1, driver.step, "m", (v) => (driver.step = v)),
    ),
    row(
      "Arms",
      slider(0, 2, driver.arms, "×", (v) => (driver.arms = v)),
    ),
    row(
      "Limp",
      choice(
        LIMPS.map((l) => [l, l || "none"] as const),
        driver.limp,
        (v) => (driver.limp = v),
      ),
    ),
    row(
      "Severity",
      slider(0.1, 1, driver.severity, "", (v) => (driver.severity = v)),
    ),
    el(
      "div",
      { class: "buttons" },
      record,
      keep,
      button("Start anew", "Another walker at the start; the record is forgotten", () => driver.restart()),
    ),
    recorded,
  ];
}

function slider(min: number, max: number, value: number, unit: string, act: (value: number) => void): HTMLElement {
  const shown = el("span", { class: "dim number" }, `${value} ${unit}`);
  const made = el("input", { type: "range", min: String(min), max: String(max), step: "0.05", value: String(value) });
  made.addEventListener("input", () => {
    act(Number(made.value));
    shown.textContent = `${made.value} ${unit}`;
  });
  made.addEventListener("change", () => made.blur());
  return el("span", { class: "slider" }, made, shown);
}
