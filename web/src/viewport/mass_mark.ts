// Where the weight is: the centre of mass, its plumb line to the floor, and the area that the feet cover there.
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  LineLoop,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
  Vector3,
} from "three";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { type Flat, outside, standing, supportArea } from "../core/support";
import { centreOfMass } from "./body_masses";
import { heightOf } from "./body_shape";
import { colour } from "./colours";
import type { Label } from "./labels";

const ABOVE = 0.004; // [m] over the floor, so that the grid does not cut it

export class MassMark extends Group {
  labels: Label[] = [];
  private readonly ball = new Mesh(
    new SphereGeometry(0.03, 12, 10),
    new MeshBasicMaterial({ depthTest: false, transparent: true }),
  );
  private readonly plumb = new Line(
    new BufferGeometry(),
    new LineBasicMaterial({ depthTest: false, transparent: true }),
  );
  private readonly foot = new Mesh(
    new SphereGeometry(0.018, 12, 8),
    new MeshBasicMaterial({ depthTest: false, transparent: true }),
  );
  private readonly area = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ transparent: true, opacity: 0.35, side: DoubleSide, depthWrite: false }),
  );
  private readonly edge = new LineLoop(new BufferGeometry(), new LineBasicMaterial());

  constructor(private readonly state: State) {
    super();
    this.add(this.area, this.edge, this.ball, this.plumb, this.foot);
    this.renderOrder = 7;
    for (const part of [this.plumb, this.area, this.edge]) part.frustumCulled = false;
  }

  take(pose: Pose, frame: number): void {
    const figure = this.state.shownFigure;
    this.labels = [];
    this.visible = this.state.view.com && figure !== null && figure.masses.length > 0;
    if (!this.visible || !figure) return;
    this.ball.material.color = this.plumb.material.color = colour("mass");
    const [x, y, z] = centreOfMass(figure, pose);
    const places = standing(this.state, pose, frame);
    const floor = (places.length ? Math.min(...places.map((p) => p[1])) : 0) + ABOVE;
    const area = supportArea(places, heightOf(figure));
    const away = outside(area, [x, z]);
    this.foot.material.color = this.area.material.color = this.edge.material.color = colour(away ? "warn" : "good");
    this.ball.position.set(x, y, z);
    this.foot.position.set(x, floor, z);
    replaced(this.plumb, [x, y, z, x, floor, z]);
    this.lay(area, floor);
    const text = `weight ${(100 * away).toFixed(0)} cm off the feet`;
    if (away > 0.005 && Number.isFinite(away)) this.labels.push({ at: new Vector3(x, floor, z), text, kind: "off" });
  }

  private lay(area: Flat[], floor: number): void {
    const corner = (k: number) => [area[k][0], floor, area[k][1]];
    const faces = area.flatMap((_, k) => (k < 2 ? [] : [...corner(0), ...corner(k - 1), ...corner(k)]));
    replaced(this.area, faces);
    replaced(
      this.edge,
      area.flatMap((_, k) => corner(k)),
    );
  }
}

/** Other vertices; what the old ones took of the graphics card is given back. */
export function replaced(of: { geometry: BufferGeometry }, numbers: number[]): void {
  of.geometry.dispose();
  of.geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(numbers, 3));
}
