// A figure of capsules that can take any pose.
import { CapsuleGeometry, type Color, DoubleSide, Group, Mesh, MeshLambertMaterial, Quaternion, Vector3 } from "three";
import type { Pose } from "../core/shown_motion";
import { vec3 } from "../core/vectors";
import type { Figure } from "../messages";
import { type Bone, bonesOf } from "./body_shape";

const UP = new Vector3(0, 1, 0);

export class Body extends Group {
  private parts: { bone: Bone; mesh: Mesh }[] = [];
  private readonly material: MeshLambertMaterial;
  private readonly strained = new MeshLambertMaterial({ side: DoubleSide });

  constructor(figure: Figure, tint: Color, opacity = 1) {
    super();
    this.material = new MeshLambertMaterial({
      color: tint,
      transparent: opacity < 1,
      opacity,
      depthWrite: opacity === 1,
      side: DoubleSide,
    });
    for (const bone of bonesOf(figure)) {
      const mesh = new Mesh(new CapsuleGeometry(bone.radius, bone.straight, 4, 12), this.material);
      this.parts.push({ bone, mesh });
      this.add(mesh);
    }
  }

  tint(colour: Color): void {
    this.material.color = colour;
  }

  /** Bones that joints at the end of their range move have another colour. */
  strain(joints: Set<number>, colour: Color): void {
    this.strained.color = colour;
    for (const { bone, mesh } of this.parts) mesh.material = joints.has(bone.parent) ? this.strained : this.material;
  }

  take(pose: Pose): void {
    for (const { bone, mesh } of this.parts) {
      const from = new Vector3(...vec3(pose.positions, bone.parent));
      const along = new Vector3(...vec3(pose.positions, bone.joint)).sub(from);
      const length = along.length();
      mesh.position.copy(from).addScaledVector(along, 0.5);
      mesh.scale.y = bone.length > 0 ? Math.max(length, 1e-6) / bone.length : 1;
      mesh.quaternion.copy(new Quaternion().setFromUnitVectors(UP, along.divideScalar(length || 1)));
    }
  }

  dispose(): void {
    this.parts.forEach(({ mesh }) => mesh.geometry.dispose());
    this.material.dispose();
    this.strained.dispose();
    this.removeFromParent();
  }
}
