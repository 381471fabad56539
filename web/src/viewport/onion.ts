// Onion skins: the figure a little before and after.
import { Group } from "three";
import type { State } from "../core/state";
import type { Figure } from "../messages";
import { Body } from "./body";
import { colour } from "./colours";

const STEPS = [-2, -1, 1, 2];
const APART_S = 0.2;

export class OnionSkins extends Group {
  private skins: Body[] = [];

  constructor(private readonly state: State) {
    super();
  }

  renew(figure: Figure): void {
    this.skins.forEach((skin) => skin.dispose());
    this.skins = STEPS.map(
      (step) => new Body(figure, colour(step < 0 ? "past" : "future"), 0.16 / Math.abs(step) + 0.06),
    );
    this.add(...this.skins);
  }

  take(frame: number): void {
    const { state } = this;
    this.visible = state.view.onion && state.mode === "edit" && !state.playing;
    if (!this.visible) return;
    const apart = Math.max(1, Math.round(APART_S / state.frameTime));
    STEPS.forEach((step, k) => {
      const pose = state.motion?.at(frame + step * apart) ?? null;
      this.skins[k].visible = pose !== null;
      if (pose) this.skins[k].take(pose);
    });
  }
}
