// A joint is clicked: it is selected, or joins those that help the selected constraint.
import type { Desk } from "./desk";
import { trackFor } from "./wishes";

export function pickJoint(desk: Desk, joint: number | null, added: boolean): void {
  const { state } = desk;
  const { clip, figure, selection } = state;
  if (state.mode === "pose") return state.select({ joint }); // its wishes are no tracks
  const track = clip?.tracks.find((t) => t.id === selection.track);
  if (added && joint !== null && track && figure && !track.locked) {
    const name = figure.names[joint];
    const before = typeof track.constraint.recruit === "string" ? [] : track.constraint.recruit;
    const recruit = before.includes(name) ? before.filter((n) => n !== name) : [...before, name];
    void desk.do([
      {
        do: "change_constraint",
        track: track.id,
        constraint: { ...track.constraint, recruit: recruit.length ? recruit : "all" },
      },
    ]);
    return;
  }
  const kind = state.view.gizmo === "translate" ? "position" : "orientation";
  const own = joint === null || !clip || !figure ? null : trackFor(clip, figure, joint, kind);
  state.select({ joint, track: own?.id ?? null });
}
