// The panel on the right: its tabs.
import { button, el } from "../core/dom";
import type { Commands } from "../core/commands";
import type { Desk } from "../core/desk";
import type { Driver } from "../core/driver";
import type { Posing } from "../core/posing";
import { actions } from "./actions";
import { driveTab } from "./drive_tab";
import { inspector } from "./inspector";
import { poseTab } from "./pose_tab";
import { problemCount, problems } from "./problems";
import { Typing } from "../core/typing";

type Tab = "edit" | "actions" | "problems" | "pose" | "drive";
const TABS: [Tab, string, string][] = [
  ["edit", "Edit", "The selected joint, constraint or contact"],
  ["actions", "Actions", "Detect, clean, retarget, and more"],
  ["problems", "Problems", "What is missed or makes no sense"],
  ["pose", "Pose", "Design a still posture"],
  ["drive", "Drive", "Steer a walker, and record it"],
];

export class Panel {
  readonly element = el("aside", { class: "panel", "aria-label": "Inspector" });
  private tab: Tab = "edit";
  private asked = false;
  private readonly typing = new Typing(this.element, () => this.renewSoon());

  constructor(
    private readonly desk: Desk,
    private readonly commands: Commands,
    private readonly posing: Posing,
    private readonly driver: Driver,
  ) {
    const { state } = desk;
    state.on(["document", "selection", "findings", "job", "figure", "mode"], () => this.renewSoon());
    state.on(["report", "solving"], () => !state.dragging && this.renewSoon());
    state.on("selection", () => state.selection.track !== null && this.open("edit"));
    let compared = state.view.compare;
    state.on("view", () => {
      if (state.view.compare !== compared && (compared = state.view.compare)) this.open("problems");
      this.renewSoon();
    });
    state.on("job", () => state.job && this.open("actions"));
    state.on("mode", () => state.mode === "edit" && (this.tab === "pose" || this.tab === "drive") && this.open("edit"));
    this.renew();
  }

  open(tab: Tab): void {
    if (this.tab === tab) return;
    this.tab = tab;
    this.desk.state.enter(tab === "pose" || tab === "drive" ? tab : "edit");
    this.renewSoon();
  }

  private renewSoon(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.renew();
    });
  }

  private renew(): void {
    this.typing.renewed(() => this.make());
  }

  private make(): void {
    const count = problemCount(this.desk);
    const tabs = TABS.map(([tab, name, title]) =>
      button(tab === "problems" && count ? `${name} ${count}` : name, title, () => this.open(tab), {
        class: `${tab === this.tab ? "on" : ""}${tab === "problems" && count ? " alert" : ""}`,
        role: "tab",
        "data-tab": tab,
      }),
    );
    const kept = this.element.querySelector(".inside")?.scrollTop ?? 0;
    const inside = el("div", { class: "inside" }, ...this.content());
    this.element.replaceChildren(el("nav", { class: "tabs", role: "tablist" }, ...tabs), inside);
    inside.scrollTop = kept;
  }

  private content(): HTMLElement[] {
    if (this.tab === "pose") return poseTab(this.desk, this.posing, this.commands);
    if (this.tab === "drive") return driveTab(this.driver, () => this.renew());
    if (this.tab === "actions") return actions(this.desk, () => this.renew());
    return this.tab === "problems" ? problems(this.desk) : inspector(this.desk, this.commands);
  }
}
