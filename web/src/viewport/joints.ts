// Joints as dots that can be clicked.
import { InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import type { Pose } from "../core/shown_motion";
import { vec3 } from "../core/vectors";
import { colour } from "./colours";
import type { Stage } from "./stage";

const NEAR_PX = 16;

export class Joints extends InstancedMesh {
  constructor(
    count: number,
    private readonly size: number,
  ) {
    const material = new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.9 });
    super(new SphereGeometry(1, 10, 8), material, count);
    this.renderOrder = 5;
    this.frustumCulled = false;
  }

  /** Those that are missed, or at the end of their range, stand out. */
  take(pose: Pose, selected: number | null, hovered: number | null, missed: Set<number>, strained: Set<number>): void {
    const [plain, chosen, wrong, tight] = ["joint", "accent", "bad", "strain"].map(colour);
    const matrix = new Matrix4();
    for (let j = 0; j < this.count; j++) {
      const large = j === selected ? 1.7 : j === hovered || strained.has(j) ? 1.5 : 1;
      matrix.makeScale(large * this.size, large * this.size, large * this.size).setPosition(...vec3(pose.positions, j));
      this.setMatrixAt(j, matrix);
      const own = missed.has(j) ? wrong : strained.has(j) ? tight : plain;
      this.setColorAt(j, j === selected || j === hovered ? chosen : own);
    }
    this.instanceMatrix.needsUpdate = true;
    if (this.instanceColor) this.instanceColor.needsUpdate = true;
  }
}

/** The joint nearest to a point of the box, among those that are near enough; the nearer to the camera wins a tie. */
export function jointAt(stage: Stage, pose: Pose, count: number, x: number, y: number): number | null {
  let best: number | null = null;
  let least = NEAR_PX;
  for (let j = 0; j < count; j++) {
    const at = stage.project(new Vector3(...vec3(pose.positions, j)));
    if (!at) continue;
    const away = Math.hypot(at.x - x, at.y - y);
    if (away < least - 0.01) [best, least] = [j, away];
  }
  return best;
}
