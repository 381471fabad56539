// The handle on a joint: arrows to move it, rings to turn it.
import { Object3D, Quaternion } from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { type Quat, quat, type Vec3, vec3 } from "../core/vectors";
import type { Stage } from "./stage";

export interface Handled {
  begin(joint: number): void;
  moved(to: Vec3): void;
  turned(to: Quat): void;
  end(): void;
}

export class Gizmo {
  readonly controls: TransformControls;
  private readonly proxy = new Object3D();
  private joint: number | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly state: State,
    handled: Handled,
  ) {
    this.controls = new TransformControls(stage.camera, stage.canvas);
    this.controls.setSize(0.75);
    stage.scene.add(this.proxy, this.controls.getHelper());
    this.controls.addEventListener("change", () => stage.invalidate());
    this.controls.addEventListener("dragging-changed", ({ value }) => {
      stage.controls.enabled = !value;
      state.dragging = Boolean(value);
      if (value) handled.begin(this.joint ?? -1);
      else handled.end();
    });
    this.controls.addEventListener("objectChange", () => {
      if (this.controls.mode === "translate") handled.moved(this.proxy.position.toArray() as Vec3);
      else handled.turned(wxyz(this.proxy.quaternion));
    });
  }

  /** Whether the pointer is over an arrow or a ring. */
  get held(): boolean {
    return this.controls.dragging || this.controls.axis !== null;
  }

  /** Stand at a joint, at another place that can be dragged, or nowhere; one that is dragged stays under the pointer. */
  show(joint: number | null, pose: Pose | null, place: Vec3 | null = null): void {
    this.joint = place ? null : joint;
    if ((joint === null && !place) || !pose || this.state.playing) {
      if (!this.controls.dragging) this.controls.detach();
      return;
    }
    this.controls.setMode(place ? "translate" : this.state.view.gizmo);
    this.controls.setSpace(place ? "world" : this.state.view.axes);
    if (this.controls.dragging) return;
    this.proxy.position.set(...(place ?? vec3(pose.positions, joint!)));
    const [w, x, y, z] = place ? [1, 0, 0, 0] : quat(pose.rotations, joint!);
    this.proxy.quaternion.set(x, y, z, w);
    this.proxy.updateMatrixWorld();
    if (this.controls.object !== this.proxy) this.controls.attach(this.proxy);
    this.stage.invalidate();
  }
}

const wxyz = (q: Quaternion): Quat => [q.w, q.x, q.y, q.z];
