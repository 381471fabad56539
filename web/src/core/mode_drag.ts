// A handle means the clip, or the posture that is designed.
import type { Handled } from "../viewport/gizmo";
import type { State } from "./state";
import type { Quat, Vec3 } from "./vectors";

export class ModeDrag implements Handled {
  private held: Handled;

  constructor(
    private readonly state: State,
    private readonly clip: Handled,
    private readonly posture: Handled,
  ) {
    this.held = clip;
  }

  begin(joint: number): void {
    this.held = this.state.mode === "pose" ? this.posture : this.clip;
    this.held.begin(joint);
  }

  moved(to: Vec3): void {
    this.held.moved(to);
  }

  turned(to: Quat): void {
    this.held.turned(to);
  }

  end(): void {
    this.held.end();
  }
}
