// Designing a posture: a still figure with its own wishes, as in `supple pose`.
import type { Constraint, Orientation, PageEdit, PoseBench, Position } from "../messages";
import type { Handled } from "../viewport/gizmo";
import type { Desk } from "./desk";
import { type Quat, rounded, type Vec3 } from "./vectors";
import { EMPTY_PLACE, EMPTY_TURN, orientation, position, readable, usualRecruit } from "./wishes";

export class Posing implements Handled {
  private joint = -1;
  private tried: PoseBench | null = null;
  private waiting: PoseBench | null = null;
  private busy = false;

  constructor(private readonly desk: Desk) {
    desk.state.on(["document", "mode"], () => this.show());
  }

  get bench(): PoseBench | null {
    return this.desk.state.clip?.pose ?? null;
  }

  /** Begin with the posture under the playhead, or with the rest pose. */
  beginFrom(frame: number | null): void {
    void this.set({ frame, method: this.bench?.method ?? "priority", constraints: [] });
  }

  set(pose: PoseBench | null): Promise<boolean> {
    return this.desk.do([{ do: "set_pose", pose }], "posture");
  }

  /** Show the posture as it is in the document. */
  show(): void {
    const { state } = this.desk;
    if (state.mode === "pose" && this.bench && !state.dragging) this.ask(this.bench);
  }

  begin(joint: number): void {
    this.joint = joint;
    this.tried = null;
  }

  moved(to: Vec3): void {
    const at = rounded(to);
    this.change<Position>("position", (old, name, recruit) =>
      old
        ? { ...old, goals: [{ ...EMPTY_PLACE, at }] }
        : position(name, readable(name), recruit, [{ ...EMPTY_PLACE, at }]),
    );
  }

  turned(to: Quat): void {
    this.change<Orientation>("orientation", (old, name, recruit) =>
      old
        ? { ...old, goals: [{ ...EMPTY_TURN, wxyz: to }] }
        : orientation(name, `turn ${readable(name)}`, recruit, [{ ...EMPTY_TURN, wxyz: to }]),
    );
  }

  end(): void {
    const { tried } = this;
    this.tried = null;
    if (tried) void this.set(tried);
  }

  private change<C extends Constraint>(
    kind: C["kind"],
    make: (old: C | null, name: string, recruit: string) => C,
  ): void {
    const { figure, frame } = this.desk.state;
    if (!figure) return;
    const bench = this.bench ?? { frame, method: "priority", constraints: [] };
    const name = figure.names[this.joint];
    const k = bench.constraints.findIndex((c) => c.kind === kind && "effector" in c && c.effector === name);
    const made = make(k < 0 ? null : (bench.constraints[k] as C), name, usualRecruit(figure, this.joint));
    const constraints = k < 0 ? [...bench.constraints, made] : bench.constraints.map((c, n) => (n === k ? made : c));
    this.tried = { ...bench, constraints };
    this.ask(this.tried);
  }

  /** One solve is on its way; the newest of the others waits. */
  private ask(pose: PoseBench): void {
    this.waiting = pose;
    if (!this.busy) void this.next();
  }

  private async next(): Promise<void> {
    if (!this.waiting) return;
    const edits: PageEdit[] = [{ do: "set_pose", pose: this.waiting }];
    this.waiting = null;
    this.busy = true;
    await this.desk.try({ type: "pose", edits });
    this.busy = false;
    void this.next();
  }
}
