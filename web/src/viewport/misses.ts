// Constraints that are missed: a line from the joint to where it was wanted, with the distance.
import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments, Vector3 } from "three";
import { jointOf, placeOf } from "../core/goal_places";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { minus, vec3 } from "../core/vectors";
import { goalAt } from "../core/wishes";
import { colour } from "./colours";
import type { Label } from "./labels";

const SEEN_M = 0.002; // smaller misses are none that anybody sees

export class Misses extends LineSegments<BufferGeometry, LineBasicMaterial> {
  readonly joints = new Set<number>();
  labels: Label[] = [];

  constructor(private readonly state: State) {
    super(new BufferGeometry(), new LineBasicMaterial({ depthTest: false, transparent: true }));
    this.renderOrder = 6;
    this.frustumCulled = false;
  }

  take(pose: Pose, frame: number): void {
    this.joints.clear();
    this.labels = [];
    this.material.color = colour("bad");
    const ends: number[] = [];
    for (const { constraint, muted } of this.state.clip?.tracks ?? []) {
      if (constraint.kind !== "position" || muted || this.state.dragging) continue;
      const joint = jointOf(this.state, constraint);
      const goal = constraint.goals[goalAt(constraint.goals, frame, this.state.frameTime)];
      const wanted =
        goal && joint >= 0 && !constraint.point.some(Boolean) ? placeOf(this.state, joint, goal, frame) : null;
      if (!wanted) continue;
      const here = vec3(pose.positions, joint);
      const away = minus(wanted, here).map((c, k) => (constraint.axes.includes("xyz"[k]) ? c : 0));
      const distance = Math.hypot(...away);
      if (distance < SEEN_M) continue;
      this.joints.add(joint);
      const there = here.map((c, k) => c + away[k]);
      ends.push(...here, ...there);
      this.labels.push({ at: new Vector3(...there), text: `${(1000 * distance).toFixed(0)} mm`, kind: "miss" });
    }
    this.geometry.dispose();
    this.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(ends, 3));
  }
}
