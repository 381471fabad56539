// For scripts that drive the page (tests, pictures, measures): what a person sees, as numbers.
import type { Desk } from "./core/desk";
import type { Handled } from "./viewport/gizmo";
import type { Viewport } from "./viewport/viewport";
import { standing, supportArea } from "./core/support";
import { handlePlace } from "./core/track_drag";
import { vec3 } from "./core/vectors";
import { centreOfMass } from "./viewport/body_masses";
import { heightOf } from "./viewport/body_shape";

export function exposeForScripts(desk: Desk, viewport: Viewport, handled: Handled): void {
  const { state } = desk;
  const joint = (name: string) => state.jointNamed(name);
  Object.assign(window, {
    supple: {
      state,
      desk,
      /** Where a joint is on the screen [px]. */
      onScreen(name: string) {
        const at = viewport.whereIs(joint(name));
        const box = viewport.stage.canvas.getBoundingClientRect();
        return at && { x: box.left + at.x, y: box.top + at.y };
      },
      place: (name: string, frame = state.frame) => {
        const pose = state.motion?.at(frame);
        return pose ? vec3(pose.positions, joint(name)) : null;
      },
      original: (name: string, frame = state.frame) => {
        const pose = state.motion?.original(frame);
        return pose ? vec3(pose.positions, joint(name)) : null;
      },
      seek: (frame: number) => state.seek(frame),
      select: (name: string) => state.select({ joint: joint(name) }),
      look: (from: "front" | "side" | "top" | "free") => viewport.look(from),
      handled,
      /** Where the handle of the selected constraint is, where that is not at a joint. */
      handle: () => handlePlace(state),
      /** Where the weight is, and the area that bears it. */
      support: () => {
        const pose = viewport.pose;
        if (!pose || !state.view.com || !state.shownFigure) return null;
        const area = supportArea(standing(state, pose, state.frame), heightOf(state.shownFigure));
        return { mass: centreOfMass(state.shownFigure, pose), area };
      },
      skinned: () => viewport.skin?.visible === true,
      boneAt: (name: string) => viewport.skin?.placeOf(name) ?? null,
      held: () => viewport.gizmo.held,
      /** Whether what is shown is all of the newest preview. */
      settled: () => desk.settled,
      balance: () => ({ kind: "balance", points: ["left_heel", "left_ball", "right_heel", "right_ball"] }),
      timings: desk.previewer.timings,
      draws: () => viewport.stage.draws,
      shown: () => viewport.pose !== null,
      ready: () => desk.shown && viewport.pose !== null,
    },
  });
}
