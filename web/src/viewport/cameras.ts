// Ways to look: from the front, the side and above, and along with the figure.
import { Box3, Vector3 } from "three";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { vec3 } from "../core/vectors";
import type { Stage } from "./stage";

export type Look = "front" | "side" | "top" | "free";

const LEVEL = 0.75; // of what a figure is long, beside what it is high

/** The middle of a figure, and how much of it has to be seen; a mesh goes beyond its joints. */
function extent(pose: Pose, joints: number, mesh: Box3 | null): { middle: Vector3; size: number } {
  const box = mesh?.clone() ?? new Box3();
  for (let j = 0; j < joints; j++) box.expandByPoint(new Vector3(...vec3(pose.positions, j)));
  const { x, y, z } = box.getSize(new Vector3());
  return { middle: box.getCenter(new Vector3()), size: Math.max(y, LEVEL * Math.hypot(x, z), 1e-3) };
}

export class Cameras {
  private followed: Vector3 | null = null;

  constructor(
    private readonly stage: Stage,
    private readonly state: State,
  ) {}

  /** The figure moved: the camera goes with it. */
  follow(pose: Pose): void {
    const root = new Vector3(...vec3(pose.positions, 0));
    if (this.state.view.follow && this.followed && !this.state.dragging) {
      const step = root.clone().sub(this.followed).setY(0);
      if (step.lengthSq() > 0) {
        this.stage.camera.position.add(step);
        this.stage.controls.target.add(step);
        this.stage.controls.update();
      }
    }
    this.followed = root;
  }

  /** All of the figure, from somewhere. */
  look(from: Look, pose: Pose | null, mesh: Box3 | null = null): void {
    const figure = this.state.shownFigure;
    if (!figure || !pose) return;
    const { middle, size } = extent(pose, figure.names.length, mesh);
    const root = new Vector3(...vec3(pose.positions, 0));
    const facing = this.facing(pose);
    const ways: Record<Look, Vector3> = {
      front: facing.clone(),
      side: new Vector3(facing.z, 0, -facing.x),
      top: new Vector3(0, 1, 0).addScaledVector(facing, -0.001),
      free: facing
        .clone()
        .add(new Vector3(facing.z, 0, -facing.x).multiplyScalar(1.2))
        .add(new Vector3(0, 0.35, 0))
        .normalize(),
    };
    this.stage.controls.target.copy(middle).setY(middle.y + 0.03 * size); // below the buttons
    this.stage.camera.position.copy(this.stage.controls.target).addScaledVector(ways[from], 2.05 * size);
    this.stage.controls.update();
    this.followed = root;
    this.stage.invalidate();
  }

  private facing(pose: Pose): Vector3 {
    const [left, right] = ["left_hip", "right_hip"].map((role) => this.state.jointNamed(role));
    if (left < 0 || right < 0) return new Vector3(0, 0, 1);
    const aside = new Vector3(...vec3(pose.positions, left)).sub(new Vector3(...vec3(pose.positions, right))).setY(0);
    return aside.lengthSq() < 1e-8 ? new Vector3(0, 0, 1) : aside.cross(new Vector3(0, 1, 0)).normalize();
  }
}
