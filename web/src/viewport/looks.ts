// What is looked at: a mark at the place, and a line to it from who looks.
import { BufferGeometry, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, SphereGeometry } from "three";
import { placeOf } from "../core/goal_places";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { vec3 } from "../core/vectors";
import { goalAt } from "../core/wishes";
import { colour } from "./colours";
import { replaced } from "./mass_mark";

export class Looks extends Group {
  private readonly lines = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ transparent: true, opacity: 0.7 }),
  );
  private readonly ball = new SphereGeometry(0.03, 12, 10);
  private readonly material = new MeshBasicMaterial();
  private marks: Mesh[] = [];

  constructor(private readonly state: State) {
    super();
    this.lines.frustumCulled = false;
    this.add(this.lines);
  }

  take(pose: Pose, frame: number): void {
    const { state } = this;
    this.visible = state.mode === "edit" && !state.proposal;
    if (!this.visible) return;
    this.lines.material.color = this.material.color = colour("accent");
    const ends: number[] = [];
    for (const { id, constraint: c, muted } of state.clip?.tracks ?? []) {
      if (c.kind !== "look_at" || muted) continue;
      const chosen = state.selection.track === id;
      const now = goalAt(c.goals, frame, state.frameTime);
      const goal = c.goals[now < 0 && chosen ? Math.min(state.selection.goal, c.goals.length - 1) : now];
      const joint = state.jointNamed(c.effector);
      const place = goal && joint >= 0 ? placeOf(state, joint, goal, frame) : null;
      if (place) ends.push(...vec3(pose.positions, joint), ...place);
    }
    replaced(this.lines, ends);
    this.put(ends.length / 6);
    this.marks.forEach((mark, k) => mark.position.set(ends[6 * k + 3], ends[6 * k + 4], ends[6 * k + 5]));
  }

  private put(count: number): void {
    while (this.marks.length > count) this.marks.pop()!.removeFromParent();
    while (this.marks.length < count) {
      this.marks.push(new Mesh(this.ball, this.material));
      this.add(this.marks[this.marks.length - 1]);
    }
  }
}
