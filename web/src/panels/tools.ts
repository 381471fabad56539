// Buttons over the viewport: the handle, the camera, what is shown.
import { button, el } from "../core/dom";
import type { State, ViewOptions } from "../core/state";
import type { Viewport } from "../viewport/viewport";

export function tools(state: State, viewport: Viewport): HTMLElement {
  const toggles: [keyof ViewOptions, string, string][] = [
    ["follow", "Follow", "The camera goes with the figure (F)"],
    ["ghost", "Ghost", "The original beside the bent motion (H)"],
    ["trails", "Trails", "The way of the selected joint (T)"],
    ["onion", "Onion", "The figure before and after (N)"],
    ["com", "Mass", "Centre of mass, its plumb line, and the area that the feet cover"],
    ["skin", "Body", "The body that came with the file, instead of capsules"],
    ["contacts", "Contacts", "Where something stands on the floor"],
    ["box", "Box", "A box on the floor below the foot that swings, to step over; no part of the project"],
  ];
  const shown = toggles.map(([name, text, title]) =>
    button(text, title, () => state.look({ [name]: !state.view[name] }), { "data-view": name }),
  );
  const move = button("Move", "The handle moves (G)", () => state.look({ gizmo: "translate" }), {
    "data-gizmo": "translate",
  });
  const turn = button("Turn", "The handle turns (R)", () => state.look({ gizmo: "rotate" }), {
    "data-gizmo": "rotate",
  });
  const axes = button("World", "Axes of the handle (X)", () =>
    state.look({ axes: state.view.axes === "world" ? "local" : "world" }),
  );
  const update = () => {
    toggles.forEach(([name], k) => shown[k].classList.toggle("on", Boolean(state.view[name])));
    move.classList.toggle("on", state.view.gizmo === "translate");
    turn.classList.toggle("on", state.view.gizmo === "rotate");
    axes.textContent = state.view.axes === "world" ? "World" : "Joint";
  };
  const worn = shown[toggles.findIndex(([name]) => name === "skin")];
  const wear = () => (worn.hidden = !state.clip?.skin);
  state.on("view", update);
  state.on("document", wear);
  update();
  wear();
  const looks = (["front", "side", "top", "free"] as const).map((from, k) =>
    button(from[0].toUpperCase() + from.slice(1), `Look from ${from} (${k + 1})`, () => viewport.look(from)),
  );
  return el(
    "div",
    { class: "tools" },
    el("span", { class: "pair" }, move, turn, axes),
    el("span", { class: "pair" }, ...looks),
    el("span", { class: "pair" }, ...shown),
  );
}
