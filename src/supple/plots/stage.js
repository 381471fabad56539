// What every player shares: an eye that looks at a figure, the floor, bones, a head. A plain script, so that a page can carry it.
const Stage = (() => {
  "use strict";

  // Looks at `centre` from `distance` [m]; `unit` is the size of the figure against a person's, `room` the pixels it has.
  class Eye {
    constructor() { Object.assign(this, { yaw: -0.9, pitch: 0.16, distance: 3.6, centre: [0, 0.86, 0], unit: 1, width: 1, height: 1 }); }

    get focal() { return 1.55 * Math.min(this.height, 1.15 * this.width); }

    // [x, y, depth towards the eye, pixels per metre]
    project(px, py, pz) {
      const x = px - this.centre[0], y = py - this.centre[1], z = pz - this.centre[2];
      const across = Math.cos(this.yaw) * x - Math.sin(this.yaw) * z, along = Math.sin(this.yaw) * x + Math.cos(this.yaw) * z;
      const up = Math.cos(this.pitch) * y - Math.sin(this.pitch) * along, depth = Math.sin(this.pitch) * y + Math.cos(this.pitch) * along;
      const scale = this.focal / Math.max(0.3 * this.unit, this.distance - depth);
      return [this.width / 2 + scale * across, this.height / 2 - scale * up, depth, scale];
    }

    sees(seen) { return seen[2] < this.distance - 0.35 * this.unit; }
    turn(dx, dy) { this.yaw += dx * 0.008; this.pitch = Math.max(-0.05, Math.min(1.5, this.pitch + dy * 0.006)); }
  }

  // Sets the canvas to its size on the screen and wipes it.
  function wipe(canvas, pen, eye) {
    const ratio = devicePixelRatio || 1, width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    eye.width = canvas.clientWidth; eye.height = canvas.clientHeight;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0); pen.clearRect(0, 0, eye.width, eye.height); pen.lineCap = "round";
  }

  function readColours(names) {
    const style = getComputedStyle(document.documentElement);
    return Object.fromEntries(names.map((name) => [name, style.getPropertyValue("--" + name).trim()]));
  }

  function line(pen, a, b, colour, width) {
    pen.strokeStyle = colour; pen.lineWidth = width; pen.beginPath(); pen.moveTo(a[0], a[1]); pen.lineTo(b[0], b[1]); pen.stroke();
  }

  const STEPS = [1, 2, 5];
  function gridStep(unit) {  // the round length nearest below 0.6 of a person's metres
    const power = 10 ** Math.floor(Math.log10(0.6 * unit));
    return power * STEPS.filter((s) => s * power <= 0.6 * unit).pop();
  }

  // A grid around the figure that fades where it ends; pieces of one strength are drawn at once, which is many times faster.
  const SHADES = 10, CELLS = 9;
  function drawGround(pen, eye, floor, colour) {
    const step = gridStep(eye.unit), x0 = Math.round(eye.centre[0] / step), z0 = Math.round(eye.centre[2] / step), pieces = [];
    const at = (i, k) => [(x0 + i) * step, floor, (z0 + k) * step];
    for (let i = -CELLS; i <= CELLS; i++) for (let k = -CELLS; k < CELLS; k++) pieces.push([at(i, k), at(i, k + 1)], [at(k, i), at(k + 1, i)]);
    drawPieces(pen, eye, pieces, CELLS * step, colour);
  }

  // Pieces of lines on the ground, each from a place to another [m], which fade towards `reach` from the figure.
  function drawPieces(pen, eye, pieces, reach, colour) {
    const [cx, , cz] = eye.centre, shades = [];
    for (const [p, q] of pieces) {
      const far = Math.hypot((p[0] + q[0]) / 2 - cx, (p[2] + q[2]) / 2 - cz) / reach;
      if (far >= 1) continue;
      const a = eye.project(...p), b = eye.project(...q);
      if (eye.sees(a) && eye.sees(b)) (shades[Math.ceil(SHADES * Math.min(1, 1.6 * (1 - far)))] ??= []).push([a, b]);
    }
    pen.lineCap = "butt"; pen.strokeStyle = colour; pen.lineWidth = 1;
    shades.forEach((pieces, shade) => {
      pen.globalAlpha = shade / SHADES; pen.beginPath();
      for (const [a, b] of pieces) { pen.moveTo(a[0], a[1]); pen.lineTo(b[0], b[1]); }
      pen.stroke();
    });
    pen.globalAlpha = 1; pen.lineCap = "round";
  }

  // `seen` are the projected points, null where one is missing; `colour(side)` is what a bone is drawn with.
  function drawBones(pen, eye, bones, seen, colour, width) {
    const parts = bones.filter(([a, b]) => seen[a] && seen[b]).map((bone) => [seen[bone[0]][2] + seen[bone[1]][2], bone]).sort((p, q) => p[0] - q[0]);
    for (const [, [a, b, side]] of parts) line(pen, seen[a], seen[b], colour(side), width * eye.unit * seen[a][3]);
  }

  function drawHead(pen, eye, head, seen, colour, width) {
    if (!head || !seen[head[0]] || !seen[head[1]]) return;
    const low = seen[head[0]], top = seen[head[1]], size = Math.hypot(top[0] - low[0], top[1] - low[1]) / 2;
    pen.strokeStyle = colour; pen.lineWidth = width * eye.unit * low[3]; pen.beginPath();
    pen.ellipse((low[0] + top[0]) / 2, (low[1] + top[1]) / 2, size, 0.78 * size, Math.atan2(top[1] - low[1], top[0] - low[0]), 0, 7); pen.stroke();
  }

  // A spot on the floor.
  function drawSpot(pen, eye, at, colour, radius) {
    const size = radius * eye.unit * at[3];
    pen.fillStyle = colour; pen.beginPath();
    pen.ellipse(at[0], at[1], size, size * Math.max(0.2, Math.abs(Math.sin(eye.pitch))), 0, 0, 7); pen.fill();
  }

  return { Eye, wipe, readColours, line, drawGround, drawPieces, drawBones, drawHead, drawSpot };
})();
