// A handle is dragged: previews while it moves, one edit when it is let go.
import type { PageEdit } from "../messages";
import type { Handled } from "../viewport/gizmo";
import type { Desk } from "./desk";
import { begun, type Drag } from "./manipulation";
import type { Quat, Vec3 } from "./vectors";

export class JointDrag implements Handled {
  private drag: Drag | null = null;
  private edit: PageEdit | null = null;

  constructor(private readonly desk: Desk) {}

  begin(joint: number): void {
    this.drag = begun(this.desk.state, joint);
    this.edit = null;
  }

  moved(to: Vec3): void {
    if (this.drag) this.show(this.drag.moved(to));
  }

  turned(to: Quat): void {
    if (this.drag) this.show(this.drag.turned(to));
  }

  end(): void {
    const { edit, drag } = this;
    this.drag = this.edit = null;
    if (!edit || !drag) return;
    const { state } = this.desk;
    const track = edit.do === "change_constraint" ? edit.track : (state.clip?.next_track ?? null);
    void this.desk.do([edit], edit.do === "add_constraint" ? "drag a joint" : "").then((ok) => {
      if (ok) state.select({ joint: drag.joint < 0 ? state.selection.joint : drag.joint, track, goal: goalOf(edit) });
    });
  }

  private show(edit: PageEdit | null): void {
    if (!edit) return;
    this.edit = edit;
    this.desk.previewer.ask([edit]);
  }
}

/** The goal that a drag was about, for the inspector: the last, unless the first is alone. */
function goalOf(edit: PageEdit): number {
  return "constraint" in edit && "goals" in edit.constraint ? Math.max(0, edit.constraint.goals.length - 1) : 0;
}
