// The window on the figure: what is shown, and what is clicked and dragged in it.
import { Vector3 } from "three";
import type { Pose } from "../core/shown_motion";
import type { State } from "../core/state";
import { vec3 } from "../core/vectors";
import { Body } from "./body";
import { heightOf } from "./body_shape";
import { BoxProp } from "./box_prop";
import { Cameras, type Look } from "./cameras";
import { handlePlace } from "../core/track_drag";
import { within } from "../core/shown_motion";
import { readable } from "../core/wishes";
import { colour } from "./colours";
import { ContactMarks } from "./contact_marks";
import { Gizmo, type Handled } from "./gizmo";
import { jointAt, Joints } from "./joints";
import { type Label, Labels } from "./labels";
import { Looks } from "./looks";
import { MassMark } from "./mass_mark";
import { Misses } from "./misses";
import { OnionSkins } from "./onion";
import type { Skin } from "./skin";
import { SkinLoader } from "./skin_loader";
import { Stage } from "./stage";
import { Trail } from "./trails";

export class Viewport {
  readonly stage: Stage;
  readonly cameras: Cameras;
  readonly gizmo: Gizmo;
  picked: ((joint: number | null, added: boolean) => void) | null = null;
  private body: Body | null = null;
  private ghost: Body | null = null;
  private other: Body | null = null; // as the other solver bends it
  private readonly bodies: SkinLoader;
  private readonly looks: Looks;
  private film: { bare: boolean } | null = null;
  private joints: Joints | null = null;
  private readonly skins: OnionSkins;
  private readonly mass: MassMark;
  private readonly box: BoxProp;
  private readonly trails: Trail[];
  private readonly misses: Misses;
  private readonly contacts: ContactMarks;
  private readonly labels: Labels;
  private hovered: number | null = null;
  private looked = ""; // the clip, and whether with its body, that the camera was put before

  constructor(
    box: HTMLElement,
    private readonly state: State,
    handled: Handled,
  ) {
    this.stage = new Stage(box);
    this.cameras = new Cameras(this.stage, state);
    this.gizmo = new Gizmo(this.stage, state, handled);
    this.labels = new Labels(this.stage);
    this.misses = new Misses(state);
    this.contacts = new ContactMarks(state);
    this.trails = [new Trail(state, true), new Trail(state, false)];
    this.skins = new OnionSkins(state);
    this.mass = new MassMark(state);
    this.box = new BoxProp(state);
    this.looks = new Looks(state);
    this.bodies = new SkinLoader(state, () => this.update());
    this.stage.scene.add(this.misses, this.contacts, ...this.trails, this.skins, this.mass, this.box, this.looks);
    state.on(["figure", "mode"], () => this.renew());
    state.on("theme", () => (this.stage.theme(), this.renew()));
    state.on("document", () => (this.contacts.renew(), this.bodies.renew(), this.update()));
    state.on(["poses", "playhead", "selection", "view", "playing", "report"], () => this.update());
    this.listen();
  }

  /** The pose that is seen. */
  get pose(): Pose | null {
    const { state } = this;
    if (state.mode === "pose") return state.posture ?? state.motion?.original(state.frame) ?? null;
    if (state.mode === "drive") return state.drivenFigure && state.driven;
    const shown = state.proposal && state.proposal.joints === state.motion?.joints ? state.proposal : state.motion;
    return shown?.at(Math.min(state.frame, shown.source.frames - 1)) ?? null;
  }

  /** The body that came with a file, once it is there. */
  get skin(): Skin | null {
    return this.bodies.skin;
  }

  look(from: Look): void {
    const skin = this.bodies.skin?.visible ? this.bodies.skin : null;
    this.cameras.look(from, this.pose, skin && skin.bounds());
  }

  /** Pictures are taken, of another size and perhaps without marks; null: no more. */
  filming(film: { width: number; height: number; bare: boolean } | null): void {
    this.film = film;
    this.stage.sized(film);
    this.update();
  }

  /** Where a joint is in the window [px]. */
  whereIs(joint: number): { x: number; y: number } | null {
    const pose = this.pose;
    return pose && this.stage.project(new Vector3(...vec3(pose.positions, joint)));
  }

  private renew(): void {
    const figure = this.state.shownFigure;
    for (const old of [this.body, this.ghost, this.other]) old?.dispose();
    this.joints?.removeFromParent();
    this.body = this.ghost = this.other = this.joints = null;
    if (figure) {
      this.body = new Body(figure, colour("body"));
      this.ghost = new Body(figure, colour("ghost"), 0.3);
      this.joints = new Joints(figure.names.length, 0.0075 * heightOf(figure));
      this.other = new Body(figure, colour("other"), 0.45);
      this.stage.scene.add(this.body, this.ghost, this.other, this.joints);
      this.skins.renew(figure);
    }
    this.contacts.renew();
    this.bodies.renew();
    this.update();
  }

  /** The figure itself: its own body where it has one, else capsules. */
  private dress(pose: Pose, strained: Set<number>): void {
    const { state, body } = this;
    const { skin } = this.bodies;
    if (skin && !skin.parent) this.stage.scene.add(skin);
    const dressed = skin !== null && state.view.skin && state.mode !== "drive";
    if (skin) skin.visible = dressed;
    body!.visible = !dressed;
    if (dressed) return skin.take(pose);
    body!.take(pose);
    body!.tint(colour(state.proposal ? "proposal" : "body"));
    body!.strain(strained, colour("strain"));
  }

  /** What the other solver makes of this frame. */
  private compare(frame: number): void {
    const { state, other } = this;
    if (!other) return;
    const shown = state.mode === "edit" && !state.proposal && !state.dragging ? state.other : null;
    const pose = shown && !shown.stale ? within(shown.poses, frame) : null;
    other.visible = pose !== null;
    if (pose) other.take(pose);
  }

  /** Words in the scene. */
  private words(pose: Pose, strained: Set<number>): Label[] {
    if (this.state.playing || this.film?.bare) return [];
    const limits = [...strained].map((j) => ({
      at: new Vector3(...vec3(pose.positions, j)),
      text: `${readable(this.state.figure?.names[j] ?? "")} at its limit`,
      kind: "strain",
    }));
    return [...(this.misses.visible ? this.misses.labels : []), ...limits, ...this.mass.labels];
  }

  /** Handles, dots and marks are for those who edit, and in no film of the figure alone. */
  private bare(): void {
    if (!this.film?.bare) return;
    const parts = [this.ghost, this.other, this.joints, this.misses, this.contacts, this.skins, this.mass, this.looks];
    for (const part of [...parts, ...this.trails]) if (part) part.visible = false;
    this.gizmo.show(null, null);
  }

  private update(): void {
    const { state, body, ghost, joints } = this;
    const pose = this.pose;
    const { motion, frame, selection, view } = state;
    for (const part of [body, joints]) if (part) part.visible = pose !== null;
    const strained = state.strainedIn(frame);
    const own = state.mode === "edit" ? (motion?.original(frame) ?? null) : null;
    if (ghost) ghost.visible = view.ghost && own !== null && (state.proposal !== null || motion!.bent(frame));
    if (!pose || !body || !joints) return this.stage.invalidate();
    this.dress(pose, strained);
    const seen = `${state.mode} ${state.shownFigure!.clip} ${this.bodies.skin !== null}`;
    if (this.looked !== seen) {
      this.looked = seen;
      this.look("free");
    }
    this.cameras.follow(pose);
    this.compare(frame);
    if (own && ghost?.visible) ghost.take(own);
    this.misses.visible = state.mode === "edit" && !state.proposal;
    this.misses.take(pose, frame);
    joints.take(pose, selection.joint, this.hovered, this.misses.joints, strained);
    joints.visible = !state.playing && state.mode !== "drive";
    this.contacts.take(state.mode === "edit" ? frame : -1);
    this.trails.forEach((trail) => trail.take(state.mode === "edit" ? selection.joint : null));
    this.skins.take(frame);
    this.mass.take(pose, frame);
    this.looks.take(pose, frame);
    this.box.take(pose.positions);
    const handled = !state.proposal && state.mode !== "drive";
    this.gizmo.show(handled ? selection.joint : null, pose, handled ? handlePlace(state) : null);
    this.labels.show(this.words(pose, strained));
    this.bare();
    this.stage.invalidate();
  }

  private listen(): void {
    const { canvas } = this.stage;
    let down: PointerEvent | null = null;
    canvas.addEventListener("pointerdown", (e) => (down = this.gizmo.held ? null : e));
    canvas.addEventListener("pointerup", (e) => {
      const still = down && Math.hypot(e.clientX - down.clientX, e.clientY - down.clientY) < 4;
      if (still && e.button === 0) this.picked?.(this.under(e), e.shiftKey || e.altKey);
      down = null;
    });
    canvas.addEventListener("pointermove", (e) => {
      if (e.buttons || this.state.playing) return;
      const over = this.gizmo.held ? null : this.under(e);
      if (over === this.hovered) return;
      this.hovered = over;
      canvas.style.cursor = over === null ? "" : "pointer";
      canvas.title = over === null ? "" : (this.state.figure?.names[over] ?? "");
      this.update();
    });
  }

  private under(event: PointerEvent): number | null {
    const box = this.stage.canvas.getBoundingClientRect();
    const pose = this.pose;
    if (this.state.mode === "drive") return null;
    const count = this.state.figure?.names.length ?? 0;
    return pose && jointAt(this.stage, pose, count, event.clientX - box.left, event.clientY - box.top);
  }
}
