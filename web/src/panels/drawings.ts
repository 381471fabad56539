// Curves that an action measured, drawn.
import { el, svg } from "../core/dom";
import type { Curve, Drawing } from "../messages";
import { niceStep } from "../timeline/scale";

const [WIDE, HIGH] = [286, 230];
const EDGE = { left: 38, right: 8, top: 8, bottom: 34 };

export function drawing(d: Drawing): HTMLElement {
  const all = [...d.curves, ...d.marks];
  const x = axis(
    all.flatMap((c) => c.x),
    EDGE.left,
    WIDE - EDGE.right,
  );
  const y = axis(
    all.flatMap((c) => c.y),
    HIGH - EDGE.bottom,
    EDGE.top,
  );
  const names = [...new Set(d.curves.map((c) => c.name))];
  const made = svg("svg", { width: WIDE, height: HIGH, viewBox: `0 0 ${WIDE} ${HIGH}`, class: "drawing", role: "img" });
  for (const at of x.ticks) {
    made.append(svg("line", { x1: x.of(at), x2: x.of(at), y1: EDGE.top, y2: HIGH - EDGE.bottom, class: "grid" }));
    made.append(words(String(at), x.of(at), HIGH - EDGE.bottom + 13, "middle"));
  }
  for (const at of y.ticks) {
    made.append(svg("line", { x1: EDGE.left, x2: WIDE - EDGE.right, y1: y.of(at), y2: y.of(at), class: "grid" }));
    made.append(words(String(at), EDGE.left - 4, y.of(at) + 4, "end"));
  }
  for (const curve of d.curves) made.append(line(curve, names, x.of, y.of));
  for (const mark of d.marks)
    made.append(svg("circle", { cx: x.of(mark.x[0]), cy: y.of(mark.y[0]), r: 4, class: `point ${side(mark, names)}` }));
  made.append(words(d.x_label, (EDGE.left + WIDE - EDGE.right) / 2, HIGH - 5, "middle"));
  const upright = words(d.y_label, 0, 0, "middle");
  upright.setAttribute("transform", `translate(10 ${(HIGH - EDGE.bottom) / 2}) rotate(-90)`);
  made.append(upright);
  const legend = names.map((name, k) => el("span", { class: `legend s${k % 2}` }, name));
  return el("figure", { class: "plot" }, el("figcaption", {}, el("b", {}, d.title), ...legend), made);
}

const side = (curve: Curve, names: string[]) => `s${names.indexOf(curve.name) % 2}`;

function line(curve: Curve, names: string[], x: (v: number) => number, y: (v: number) => number): SVGElement {
  const points = curve.x.map((v, k) => `${x(v).toFixed(1)},${y(curve.y[k]).toFixed(1)}`).join(" ");
  return svg("polyline", { points, class: `${curve.main ? "main" : "thin"} ${side(curve, names)}` });
}

/** From numbers to pixels, and numbers that a person can read. */
function axis(values: number[], from: number, to: number): { of: (v: number) => number; ticks: number[] } {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = niceStep((high - low || 1) / 5);
  const [first, last] = [Math.floor(low / step) * step, Math.ceil(high / step) * step || step];
  const ticks = [];
  for (let at = first; at <= last + step / 2; at += step) ticks.push(Number(at.toFixed(6)));
  return { of: (v) => from + ((v - first) / (last - first || 1)) * (to - from), ticks };
}

function words(text: string, x: number, y: number, anchor: string): SVGElement {
  const made = svg("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}
