// The way of a joint through the clip, bent and as it was.
import { BufferGeometry, Float32BufferAttribute, Line, LineBasicMaterial } from "three";
import type { State } from "../core/state";
import { colour } from "./colours";

const MOST_POINTS = 1500;

export class Trail extends Line<BufferGeometry, LineBasicMaterial> {
  constructor(
    private readonly state: State,
    private readonly original: boolean,
  ) {
    super(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: original ? 0.35 : 0.9 }));
    this.frustumCulled = false;
  }

  take(joint: number | null): void {
    const { motion, view } = this.state;
    this.visible = view.trails && joint !== null && motion !== null;
    if (!this.visible || joint === null || !motion) return;
    this.material.color = colour(this.original ? "ghost" : "accent");
    const [first, last] = this.state.range;
    const step = Math.max(1, Math.ceil((last - first) / MOST_POINTS));
    const points: number[] = [];
    for (let f = first; f <= last; f += step) {
      const pose = this.original ? motion.original(f) : motion.at(f);
      if (pose) points.push(pose.positions[3 * joint], pose.positions[3 * joint + 1], pose.positions[3 * joint + 2]);
    }
    this.geometry.dispose();
    this.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(points, 3));
  }
}
