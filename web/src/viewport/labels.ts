// Words beside things of the scene: never outside the window, behind its buttons, or over each other.
import type { Vector3 } from "three";
import { el } from "../core/dom";
import type { Stage } from "./stage";

export interface Label {
  at: Vector3;
  text: string;
  kind: string;
}

interface Shown {
  label: Label;
  element: HTMLElement;
  size: Size;
}

interface Size {
  width: number;
  height: number;
}

interface Spot extends Size {
  x: number;
  y: number;
}

/** Where words are seen. */
interface Room {
  top: number;
  right: number;
  bottom: number;
}

const GAP_PX = 4;

export class Labels {
  private readonly box = el("div", { class: "labels" });
  private shown: Shown[] = [];

  constructor(private readonly stage: Stage) {
    stage.box.append(this.box);
    stage.beforeDraw(() => this.place());
  }

  show(labels: Label[]): void {
    const same = labels.length === this.shown.length && labels.every((l, k) => l.text === this.shown[k].label.text);
    if (same) labels.forEach((label, k) => (this.shown[k].label = label));
    else this.renew(labels);
    this.place();
  }

  private renew(labels: Label[]): void {
    const elements = labels.map(({ kind, text }) => el("div", { class: `label ${kind}` }, text));
    this.box.replaceChildren(...elements);
    this.shown = labels.map((label, k) => ({ label, element: elements[k], size: sizeOf(elements[k]) }));
  }

  private place(): void {
    const room = this.room(); // once: where styles change, asking again costs a layout each time
    const taken: Spot[] = [];
    for (const { label, element, size } of this.shown) {
      const at = this.stage.project(label.at);
      element.style.display = at ? "" : "none";
      if (!at) continue;
      const spot = free(inside({ x: at.x + 12, y: at.y - 10, ...size }, room), taken, room);
      taken.push(spot);
      element.style.transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px)`;
    }
  }

  private room(): Room {
    const tools = this.stage.box.querySelector<HTMLElement>(".tools");
    const top = tools ? tools.offsetTop + tools.offsetHeight : 0;
    return { top: top + GAP_PX, right: this.box.clientWidth - GAP_PX, bottom: this.box.clientHeight - GAP_PX };
  }
}

const sizeOf = (element: HTMLElement): Size => ({ width: element.offsetWidth, height: element.offsetHeight });

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** The nearest spot that is seen: what it is about may lie outside the window. */
const inside = (spot: Spot, { top, right, bottom }: Room): Spot => ({
  ...spot,
  x: between(GAP_PX, spot.x, right - spot.width),
  y: between(top, spot.y, bottom - spot.height),
});

/** The spot, or the next one that no other covers: below it, where the window ends above it; else it stays. */
function free(spot: Spot, taken: Spot[], room: Room): Spot {
  const below = next(spot, taken, (other) => other.y + other.height + 2);
  if (below.y + below.height <= room.bottom) return below;
  const above = next(spot, taken, (other) => other.y - spot.height - 2);
  return above.y >= room.top ? above : spot;
}

function next(spot: Spot, taken: Spot[], beside: (other: Spot) => number): Spot {
  const over = taken.find((other) => overlap(spot, other));
  return over ? next({ ...spot, y: beside(over) }, taken, beside) : spot;
}

const overlap = (a: Spot, b: Spot): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
