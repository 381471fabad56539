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
    const taken: Spot[] = [];
    for (const { label, element, size } of this.shown) {
      const at = this.stage.project(label.at);
      element.style.display = at ? "" : "none";
      if (!at) continue;
      const spot = free(this.inside({ x: at.x + 12, y: at.y - 10, ...size }), taken);
      taken.push(spot);
      element.style.transform = `translate(${Math.round(spot.x)}px, ${Math.round(spot.y)}px)`;
    }
  }

  /** The nearest spot that is seen: what it is about may lie outside the window. */
  private inside(spot: Spot): Spot {
    const tools = this.stage.box.querySelector<HTMLElement>(".tools");
    const top = tools ? tools.offsetTop + tools.offsetHeight : 0;
    return {
      ...spot,
      x: between(GAP_PX, spot.x, this.box.clientWidth - spot.width - GAP_PX),
      y: between(top + GAP_PX, spot.y, this.box.clientHeight - spot.height - GAP_PX),
    };
  }
}

const sizeOf = (element: HTMLElement): Size => ({ width: element.offsetWidth, height: element.offsetHeight });

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** The spot, or the next one below it that no other covers. */
function free(spot: Spot, taken: Spot[]): Spot {
  const below = taken.find((other) => overlap(spot, other));
  return below ? free({ ...spot, y: below.y + below.height + 2 }, taken) : spot;
}

const overlap = (a: Spot, b: Spot): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
