// Contacts on the floor: a disc where a point stands, bright while it does.
import { CircleGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial } from "three";
import type { State } from "../core/state";
import { colour } from "./colours";

const MOST = 400;

export class ContactMarks extends Group {
  private readonly disc = new CircleGeometry(0.035, 16).rotateX(-Math.PI / 2);
  private marks: { mesh: Mesh; start: number; stop: number }[] = [];
  private readonly on = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.95,
    side: DoubleSide,
    depthWrite: false,
  });
  private readonly off = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.25,
    side: DoubleSide,
    depthWrite: false,
  });

  constructor(private readonly state: State) {
    super();
  }

  /** The document is another one. */
  renew(): void {
    this.clear();
    this.on.color = this.off.color = colour("contact");
    const contacts = this.state.clip?.contacts?.contacts ?? [];
    this.marks = contacts
      .filter((c) => c.reference === null)
      .slice(0, MOST)
      .map((contact) => {
        const mesh = new Mesh(this.disc, this.off);
        mesh.position.set(contact.position_m[0], contact.position_m[1] + 0.003, contact.position_m[2]);
        this.add(mesh);
        return { mesh, start: contact.start, stop: contact.stop };
      });
  }

  take(frame: number): void {
    this.visible = this.state.view.contacts && frame >= 0;
    for (const { mesh, start, stop } of this.marks) mesh.material = start <= frame && frame < stop ? this.on : this.off;
  }
}
