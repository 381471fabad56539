// Words beside things of the scene.
import type { Vector3 } from "three";
import { el } from "../core/dom";
import type { Stage } from "./stage";

export interface Label {
  at: Vector3;
  text: string;
  kind: string;
}

export class Labels {
  private readonly box = el("div", { class: "labels" });
  private shown: { label: Label; element: HTMLElement }[] = [];

  constructor(private readonly stage: Stage) {
    stage.box.append(this.box);
    stage.beforeDraw(() => this.place());
  }

  show(labels: Label[]): void {
    const same = labels.length === this.shown.length && labels.every((l, k) => l.text === this.shown[k].label.text);
    if (same) labels.forEach((label, k) => (this.shown[k].label = label));
    else {
      this.shown = labels.map((label) => ({ label, element: el("div", { class: `label ${label.kind}` }, label.text) }));
      this.box.replaceChildren(...this.shown.map(({ element }) => element));
    }
    this.place();
  }

  private place(): void {
    for (const { label, element } of this.shown) {
      const at = this.stage.project(label.at);
      element.style.display = at ? "" : "none";
      if (at) element.style.transform = `translate(${Math.round(at.x + 12)}px, ${Math.round(at.y - 10)}px)`;
    }
  }
}
