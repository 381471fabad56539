// The timeline: ruler, constraints, contacts, curves, and the playhead over all of them.
import type { Desk } from "../core/desk";
import { drag, el } from "../core/dom";
import type { Player } from "../core/player";
import { Typing } from "../core/typing";
import { contactRows } from "./contact_rows";
import { curvesRow } from "./curves";
import { ruler } from "./ruler";
import { Scale } from "./scale";
import { trackRow } from "./track_row";
import { transport } from "./transport";

const HEAD_PX = 216;

/** The timeline takes more or less of the page. */
function resize(event: PointerEvent): void {
  drag(
    event,
    (e) => {
      const height = Math.min(Math.max(innerHeight - e.clientY, 110), innerHeight - 240);
      document.body.style.setProperty("--time-height", `${height}px`);
    },
    () => {},
  );
}

export class Timeline {
  readonly element: HTMLElement;
  readonly scale: Scale;
  private readonly lines = el("div", { class: "lines" });
  private readonly cursor = el("div", { class: "cursor" });
  private readonly typing = new Typing(this.lines, () => this.renewSoon());
  private asked = false;

  constructor(
    private readonly desk: Desk,
    player: Player,
  ) {
    this.scale = new Scale(desk.state);
    const grip = el("div", {
      class: "grip",
      title: "Drag to make the timeline higher",
      pointerdown: (e: PointerEvent) => resize(e),
    });
    this.element = el(
      "section",
      { class: "timeline", "aria-label": "Timeline" },
      grip,
      transport(desk, player, this.scale),
      this.lines,
    );
    desk.state.on(["document", "zoom", "selection", "figure", "view"], () => this.renewSoon());
    desk.state.on("report", () => !desk.state.dragging && this.renewSoon());
    desk.state.on("poses", () => desk.state.view.curves && this.renewSoon());
    desk.state.on("playhead", () => this.moveCursor());
    new ResizeObserver(() => this.renewSoon()).observe(this.lines);
    for (const end of ["pointerup", "pointercancel"]) this.lines.addEventListener(end, () => this.renewSoon());
    this.lines.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
  }

  private renewSoon(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      if (this.lines.querySelector(".dragged")) return; // what is held must not be taken from under the pointer
      this.typing.renewed(() => this.renew());
    });
  }

  private renew(): void {
    const { desk, scale } = this;
    const { clip } = desk.state;
    scale.width = Math.max(50, this.lines.clientWidth - HEAD_PX - 14);
    const kept = this.lines.scrollTop;
    const rows: HTMLElement[] = [
      el(
        "div",
        { class: "line first" },
        el("div", { class: "head dim" }, clip?.name ?? "no clip"),
        el("div", { class: "lane" }, ruler(desk.state, scale)),
      ),
    ];
    if (desk.state.view.curves) rows.push(curvesRow(desk.state, scale));
    for (const track of clip?.tracks ?? []) rows.push(trackRow(desk, scale, track));
    rows.push(...contactRows(desk, scale));
    if (clip && !clip.tracks.length)
      rows.push(
        el(
          "div",
          { class: "line empty dim" },
          "Click a joint of the figure and drag its handle: the constraint that means it appears here.",
        ),
      );
    this.lines.replaceChildren(...rows, this.cursor);
    this.lines.scrollTop = kept;
    this.moveCursor();
  }

  private moveCursor(): void {
    const { state } = this.desk;
    const { first, last } = state.zoom;
    if (state.playing && (state.playhead < first || state.playhead > last)) this.scale.panned(state.playhead - first);
    const x = this.scale.x(state.playhead);
    this.cursor.style.display = x < -1 || x > this.scale.width + 1 ? "none" : "";
    this.cursor.style.transform = `translateX(${HEAD_PX + x}px)`;
    this.cursor.style.height = `${Math.max(this.lines.scrollHeight, this.lines.clientHeight) - 2}px`;
  }

  private wheel(event: WheelEvent): void {
    const box = this.lines.getBoundingClientRect();
    const x = event.clientX - box.left - HEAD_PX;
    const overRuler = (event.target as HTMLElement).closest(".first") !== null;
    if (x < 0 || !(overRuler || event.ctrlKey || event.shiftKey)) return;
    event.preventDefault();
    if (event.shiftKey) this.scale.panned(this.scale.frames(event.deltaY + event.deltaX));
    else this.scale.zoomed(1.0015 ** event.deltaY, this.scale.frame(x));
  }
}
