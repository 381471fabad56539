// One view: a canvas with a figure, or with several that are overlaid.
const TRAIL = 1.5;  // [s]
const OVERLAID = ["one", "two", "three", "four"];
const COLOURS = ["left", "right", "middle", "ink", "faint", "ground", "soft", ...OVERLAID];

export class Tile {
  constructor(parent, listen) {
    this.root = document.createElement("div");
    this.root.className = "tile";
    this.canvas = document.createElement("canvas");
    this.label = Object.assign(document.createElement("div"), { className: "label" });
    this.root.append(this.canvas, this.label);
    this.pen = this.canvas.getContext("2d");
    this.eye = new Stage.Eye();
    this.figures = [];  // { number, name, clip, marks, error }
    this.hovered = null;
    parent.append(this.root);
    listen(this);
  }

  get drawable() { return this.figures.filter((figure) => figure.clip); }

  // Names, numbers and faults of the figures, as text.
  describe() {
    this.label.replaceChildren(...this.figures.map((figure, k) => this.line(figure, k)));
    this.root.querySelector(".error")?.remove();
    const faulty = this.figures.find((figure) => figure.error);
    if (!faulty || this.drawable.length) return;
    const box = Object.assign(document.createElement("div"), { className: "error" });
    box.append(Object.assign(document.createElement("b"), { textContent: "This file cannot be shown" }), faulty.error);
    this.root.append(box);
  }

  line({ name, clip, error, fault }, k) {
    const row = document.createElement("div");
    if (this.figures.length > 1) {
      const key = Object.assign(document.createElement("span"), { className: "key" });
      key.style.background = `var(--${OVERLAID[k]})`;
      row.append(key);
    }
    row.append(Object.assign(document.createElement("b"), { textContent: name }), clip ? `  ${clip.words}` : "");
    const said = error && this.drawable.length ? error : fault || clip?.warnings[0] || "";
    if (said) row.append(Object.assign(document.createElement("span"), { className: "warning", textContent: `  ${said}`, title: said }));
    return row;
  }

  frameOf(clip, time) { return Math.max(0, Math.min(clip.frames - 1, Math.floor(time / clip.frame_time + 1e-6))); }

  // Where the eye looks, and how far it is: all figures of the tile are in the picture, and if it stands still, all of their way.
  aim(view, time) {
    const shown = this.drawable, boxes = shown.map(({ clip }) => this.box(clip, view, time));
    const low = [0, 1, 2].map((i) => Math.min(...boxes.map((box) => box.low[i]))), high = [0, 1, 2].map((i) => Math.max(...boxes.map((box) => box.high[i])));
    const tallest = Math.max(...shown.map(({ clip }) => clip.height)), spread = Math.hypot(...high.map((v, i) => v - low[i])) / 2;
    Object.assign(this.eye, {
      yaw: view.yaw + shown[0].clip.heading, pitch: view.pitch, unit: tallest / 1.7,
      centre: low.map((v, i) => (v + high[i]) / 2), distance: view.zoom * (2.25 * tallest + 1.6 * spread),
    });
  }

  // The middle of a figure now, or the box of all its middles where the eye stands still.
  box(clip, view, time) {
    const away = this.away(clip, view), lift = (y) => Math.max(clip.floor + 0.5 * clip.height, y - 0.12 * clip.height);
    const placed = ([x, y, z]) => [x - away[0], lift(y), z - away[2]];
    if (!view.follow) return { low: placed(clip.lowest), high: placed(clip.highest) };
    const at = placed(clip.middles.subarray(3 * this.frameOf(clip, time)));
    return { low: at, high: at };
  }

  // By how much a figure is moved so that all start at one place.
  away(clip, view) {
    if (!view.align || this.drawable.length < 2) return [0, 0, 0];
    const first = this.drawable[0].clip, at = (c, i) => c.middles[3 * c.first + i];
    return [at(clip, 0) - at(first, 0), 0, at(clip, 2) - at(first, 2)];
  }

  draw(view, time) {
    Stage.wipe(this.canvas, this.pen, this.eye);
    if (!this.drawable.length) return;
    this.aim(view, time);
    const colours = Stage.readColours(COLOURS);
    Stage.drawGround(this.pen, this.eye, Math.min(...this.drawable.map(({ clip }) => clip.floor)), colours.ground);
    this.figures.forEach((figure, k) => figure.clip && this.drawFigure(figure, k, view, time, colours));
    if (this.hovered) this.drawName(view, time, colours);
  }

  seen(clip, frame, view, point) {
    const k = 3 * (frame * clip.names.length + point), p = clip.points, away = this.away(clip, view);
    if (Number.isNaN(p[k])) return null;
    return this.eye.project(p[k] - away[0], p[k + 1], p[k + 2] - away[2]);
  }

  drawFigure(figure, number, view, time, colours) {
    const { pen, eye } = this, { clip } = figure, frame = this.frameOf(clip, time), together = this.figures.length > 1;
    const away = this.away(clip, view), own = colours[OVERLAID[number]], colour = (side) => (together ? own : colours[side]);
    const all = clip.names.map((_, k) => this.seen(clip, frame, view, k));
    this.drawShadow(clip, frame, away, colours);
    if (view.contacts) this.drawPlaces(figure, frame, away, colours, colour);
    for (const joint of this.trailed(clip, view)) this.drawTrail(clip, frame, view, joint, colour(clip.sides[joint]));
    const width = number ? 0.022 : 0.038;  // the first one shows below the others
    Stage.drawBones(pen, eye, clip.bones, all, colour, width);
    Stage.drawHead(pen, eye, clip.head, all, together ? own : colours.middle, 0.8 * width);
    if (!clip.bones.length) for (const at of all) if (at) this.dot(at, together ? own : colours.left, 0.018);
    if (view.contacts) this.drawPlanted(figure, frame, all, colours);
    figure.all = all;
  }

  drawShadow(clip, frame, away, colours) {
    const p = clip.points, base = 3 * frame * clip.names.length;
    const below = (k) => (Number.isNaN(p[base + 3 * k]) ? null : this.eye.project(p[base + 3 * k] - away[0], clip.floor, p[base + 3 * k + 2] - away[2]));
    Stage.drawBones(this.pen, this.eye, clip.bones, clip.names.map((_, k) => below(k)), () => colours.faint, 0.03);
  }

  trailed(clip, view) {
    const named = view.trailed.map((name) => clip.names.indexOf(name)).filter((k) => k >= 0);
    return view.trails ? [...new Set([...clip.ends, ...named])] : named;
  }

  drawTrail(clip, frame, view, joint, colour) {
    const from = Math.max(0, frame - Math.round(TRAIL / clip.frame_time)), every = Math.max(1, Math.floor((frame - from) / 90));
    let last = null;
    this.pen.lineCap = "butt";
    for (let f = frame - Math.floor((frame - from) / every) * every; f <= frame; f += every) {
      const at = this.seen(clip, f, view, joint);
      if (at && last) { this.pen.globalAlpha = (f - from + 1) / (frame - from + 1); Stage.line(this.pen, last, at, colour, 2); }
      last = at;
    }
    this.pen.globalAlpha = 1; this.pen.lineCap = "round";
  }

  // Where something stands or will: spots on the floor, in colour while it stands.
  drawPlaces({ clip, marks }, frame, away, colours, colour) {
    for (const mark of marks || []) {
      const start = mark.start / clip.step, stop = mark.stop / clip.step, now = Math.max(start, Math.min(stop - 1, frame));
      if (!mark.place || Math.abs(now - frame) * clip.frame_time > 4) continue;
      const drift = (now - (start + stop) / 2) * clip.step, [x, y, z] = mark.place.map((v, i) => v + drift * mark.drift[i] - away[i]);
      const at = this.eye.project(x, y, z), stands = start <= frame && frame < stop;
      if (this.eye.sees(at)) Stage.drawSpot(this.pen, this.eye, at, stands ? colour(mark.side) : colours.faint, 0.045);
    }
  }

  // Rings around what stands now.
  drawPlanted({ clip, marks }, frame, all, colours) {
    const now = frame * clip.step, standing = new Set((marks || []).filter((m) => m.start <= now && now < m.stop).map((m) => m.point));
    for (const k of standing) {
      if (!all[k]) continue;
      this.pen.strokeStyle = colours.ink; this.pen.lineWidth = 1.5; this.pen.beginPath();
      this.pen.arc(all[k][0], all[k][1], Math.max(4, 0.034 * this.eye.unit * all[k][3]), 0, 7); this.pen.stroke();
    }
  }

  dot(at, colour, radius) {
    this.pen.fillStyle = colour; this.pen.beginPath(); this.pen.arc(at[0], at[1], Math.max(2, radius * this.eye.unit * at[3]), 0, 7); this.pen.fill();
  }

  // The joint under the pointer, as { figure, joint }.
  near(x, y) {
    let best = null, least = 14;
    for (const figure of this.drawable)
      (figure.all || []).forEach((at, joint) => {
        const far = at ? Math.hypot(at[0] - x, at[1] - y) : Infinity;
        if (far < least) { least = far; best = { figure, joint }; }
      });
    return best;
  }

  drawName(view, time, colours) {
    const { figure, joint } = this.hovered, at = figure.all?.[joint];
    if (!at || !this.drawable.includes(figure)) { this.hovered = null; return; }
    this.dot(at, colours.ink, 0.02);
    const { pen } = this, text = figure.clip.names[joint];
    pen.font = "13px system-ui, sans-serif";
    const width = pen.measureText(text).width, x = Math.min(at[0] + 12, this.eye.width - width - 16);
    pen.globalAlpha = 0.85; pen.fillStyle = colours.faint; pen.beginPath(); pen.roundRect(x - 6, at[1] - 25, width + 12, 20, 6); pen.fill();
    pen.globalAlpha = 1; pen.fillStyle = colours.ink; pen.fillText(text, x, at[1] - 11);
  }
}
