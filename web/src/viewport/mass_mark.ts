// Where the weight is: the centre of mass, and its plumb line to the floor.
import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from "three";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { centreOfMass } from "./body_masses";
import { colour } from "./colours";

export class MassMark extends Group {
  private readonly ball = new Mesh(
    new SphereGeometry(0.03, 12, 10),
    new MeshBasicMaterial({ depthTest: false, transparent: true }),
  );
  private readonly plumb = new Line(
    new BufferGeometry(),
    new LineBasicMaterial({ depthTest: false, transparent: true }),
  );
  private readonly foot = new Mesh(new SphereGeometry(0.018, 12, 8), this.ball.material);

  constructor(private readonly state: State) {
    super();
    this.add(this.ball, this.plumb, this.foot);
    this.renderOrder = 7;
    this.plumb.frustumCulled = false;
  }

  take(pose: Pose): void {
    const figure = this.state.shownFigure;
    this.visible = this.state.view.com && figure !== null;
    if (!this.visible || !figure) return;
    this.ball.material.color = this.plumb.material.color = colour("mass");
    const [x, y, z] = centreOfMass(figure, pose);
    this.ball.position.set(x, y, z);
    this.foot.position.set(x, 0, z);
    this.plumb.geometry.dispose();
    this.plumb.geometry = new BufferGeometry().setAttribute(
      "position",
      new Float32BufferAttribute([x, y, z, x, 0, z], 3),
    );
  }
}
