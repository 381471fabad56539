// Pointer, wheel and keys, turned into what the viewer can do.
const NEAREST = 0.25, FARTHEST = 8;

// Drag turns, two fingers and the wheel zoom, a click on a joint gives it a trail.
export function pointing(tile, view, toggleTrail) {
  const { canvas } = tile, down = new Map();
  let travelled = 0, apart = 0;
  const zoom = (factor) => { view.zoom = Math.max(NEAREST, Math.min(FARTHEST, view.zoom * factor)); };
  const gap = () => { const [a, b] = [...down.values()]; return Math.hypot(a[0] - b[0], a[1] - b[1]); };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, [event.clientX, event.clientY]);
    travelled = 0;
    if (down.size === 2) apart = gap();
  });
  canvas.addEventListener("pointermove", (event) => {
    const last = down.get(event.pointerId);
    if (!last) { tile.hovered = tile.near(event.offsetX, event.offsetY); return; }
    const dx = event.clientX - last[0], dy = event.clientY - last[1];
    down.set(event.pointerId, [event.clientX, event.clientY]);
    travelled += Math.abs(dx) + Math.abs(dy);
    if (down.size === 2) { const now = gap(); zoom(apart / Math.max(1, now)); apart = now; return; }
    view.yaw += dx * 0.008;
    view.pitch = Math.max(-0.05, Math.min(1.5, view.pitch + dy * 0.006));
  });
  const up = (event) => {
    const clicked = down.delete(event.pointerId) && event.type === "pointerup" && travelled < 4 && down.size === 0;
    const found = clicked && tile.near(event.offsetX, event.offsetY);
    if (found) toggleTrail(found.figure.clip.names[found.joint]);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", () => { tile.hovered = null; });
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(event.deltaY * 0.001)); }, { passive: false });
}

// One action for each key; text fields and open menus keep their keys.
export function keys(actions) {
  document.addEventListener("keydown", (event) => {
    const target = event.target, typing = target.matches("input[type=search], select");
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (typing && event.key !== "Escape") return;
    if (event.key === " " && target.matches("button")) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action(event);
  });
}
