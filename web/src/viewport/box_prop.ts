// A box on the floor to step over: something to aim at, no part of the document.
import { BoxGeometry, EdgesGeometry, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial } from "three";
import type { State } from "../core/state";
import { colour } from "./colours";

const [WIDE, HIGH, DEEP] = [0.5, 0.2, 0.15]; // [m]
const INSIDE = 0.08; // [m] by which it reaches from the foot towards the other one, which may stand beside it

export class BoxProp extends Mesh<BoxGeometry, MeshLambertMaterial> {
  private readonly edges = new LineSegments(
    new EdgesGeometry(new BoxGeometry(WIDE, HIGH, DEEP)),
    new LineBasicMaterial(),
  );
  private placed = false;

  constructor(private readonly state: State) {
    super(new BoxGeometry(WIDE, HIGH, DEEP), new MeshLambertMaterial({ transparent: true, opacity: 0.45 }));
    this.add(this.edges);
  }

  /** It comes where the foot is that is higher in this frame, which is the one that swings. */
  take(positions: Float32Array): void {
    this.visible = this.state.view.box && this.state.mode !== "drive";
    if (!this.state.view.box) this.placed = false;
    if (!this.visible || this.placed) return;
    this.placed = true;
    this.material.color = this.edges.material.color = colour("accent");
    const feet = ["left_ankle", "right_ankle"].map((role) => this.state.jointNamed(role)).filter((j) => j >= 0);
    const foot = feet.sort((a, b) => positions[3 * b + 1] - positions[3 * a + 1])[0] ?? 0;
    const [x, z] = this.outwards(positions, foot);
    const way = WIDE / 2 - INSIDE;
    this.position.set(positions[3 * foot] + way * x, HIGH / 2, positions[3 * foot + 2] + way * z);
  }

  /** The way along the floor from the other hip to that of a foot; none where hips are not known. */
  private outwards(positions: Float32Array, foot: number): [number, number] {
    const sides = foot === this.state.jointNamed("left_ankle") ? ["left", "right"] : ["right", "left"];
    const [own, other] = sides.map((side) => this.state.jointNamed(`${side}_hip`));
    if (own < 0 || other < 0) return [0, 0];
    const [x, z] = [0, 2].map((k) => positions[3 * own + k] - positions[3 * other + k]);
    const long = Math.hypot(x, z);
    return long > 0 ? [x / long, z / long] : [0, 0];
  }
}
