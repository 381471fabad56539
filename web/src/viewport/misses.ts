// Constraints that are missed: a line from the joint to where it was wanted, with the distance.
import { BufferGeometry, LineBasicMaterial, LineSegments, Vector3 } from "three";
import { missedIn } from "../core/missing";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { colour } from "./colours";
import type { Label } from "./labels";
import { replaced } from "./mass_mark";

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
    this.material.color = colour("bad");
    const { dragging, solving, motion } = this.state;
    const unknown = dragging || (solving && !motion?.bent(frame)); // the source misses what was never tried
    const found = unknown ? [] : missedIn(this.state, pose, frame);
    for (const { joint } of found) this.joints.add(joint);
    this.labels = found.map(({ there, text }) => ({ at: new Vector3(...there), text, kind: "miss" }));
    replaced(
      this,
      found.flatMap(({ here, there }) => [...here, ...there]),
    );
  }
}
