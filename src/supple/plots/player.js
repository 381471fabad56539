// Plays the stick figure, over a pale one where the motion has a "ghost": drag to look around, wheel to come closer, space to stop. Data: the JSON beside this script.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("motion").textContent);
  const canvas = document.getElementById("stage"), pen = canvas.getContext("2d"), eye = new Stage.Eye();
  const button = document.getElementById("play"), slider = document.getElementById("frame");
  const clock = document.getElementById("clock"), pace = document.getElementById("pace");
  const frames = data.points.length, step = data.step || 1, metre = 1000;
  let time = (data.start || 0) * data.frame_time, playing = !matchMedia("(prefers-reduced-motion: reduce)").matches, last = null;
  let colours = {};

  const place = (points, k) => points.slice(3 * k, 3 * k + 3).map((v) => v / metre);
  const point = (frame, k) => place(data.points[frame], k);
  const REACH = 5, ground = (data.ground || []).flatMap((line) => {  // pieces of its lines
    const places = Array.from({ length: line.length / 3 }, (_, k) => place(line, k));
    return places.slice(1).map((to, k) => [places[k], to]);
  });
  const middle = ground.length ? 0.86 : Math.max(0.86, (data.top || 0) / 2);  // so that hands that reach up, and jumps, are seen
  eye.distance = Math.max(eye.distance, 3.1 * middle + 0.4);
  const seen = (points) => data.names.map((_, k) => eye.project(...place(points, k)));

  function drawFootprints(frame) {
    for (const c of data.contacts) {
      const at = eye.project(...point(c.start, c.point)), stands = c.start <= frame && frame < c.stop;
      Stage.drawSpot(pen, eye, at, stands ? colours[c.side] : colours.faint, 0.035);
    }
  }

  function drawFigure(frame) {
    const shadow = data.names.map((_, k) => { const p = point(frame, k); return eye.project(p[0], 0, p[2]); });
    if (!ground.length) for (const [a, b] of data.bones) Stage.line(pen, shadow[a], shadow[b], colours.faint, 0.03 * shadow[a][3]);
    const at = seen(data.points[frame]);
    Stage.drawBones(pen, eye, data.bones, at, (side) => colours[side], 0.038);
    Stage.drawHead(pen, eye, data.head, at, colours.middle, 0.03);
  }

  function draw() {
    Stage.wipe(canvas, pen, eye);
    colours = Stage.readColours(["left", "right", "middle", "ink", "faint", "ground", "soft"]);
    const frame = Math.min(frames - 1, Math.floor(time / data.frame_time)), root = point(frame, 0);
    eye.centre = [root[0], ground.length ? root[1] - 0.09 : middle, root[2]];  // hips climb with the ground
    if (ground.length) Stage.drawPieces(pen, eye, ground, REACH, colours.ground); else Stage.drawGround(pen, eye, 0, colours.ground);
    drawFootprints(frame);
    if (data.ghost) Stage.drawBones(pen, eye, data.bones, seen(data.ghost[frame]), () => colours.soft, 0.014);
    drawFigure(frame);
    slider.value = frame;
    clock.textContent = (frame * data.frame_time).toFixed(2) + " s · frame " + frame * step;
  }

  function tick(now) {
    if (playing && last !== null) time = (time + (Number(pace.value) * (now - last)) / 1000) % (frames * data.frame_time);
    last = now; draw(); requestAnimationFrame(tick);
  }

  function show(frame) { time = (Math.max(0, Math.min(frames - 1, frame)) + 0.5) * data.frame_time; setPlaying(false); }
  function setPlaying(on) { playing = on; button.textContent = on ? "Pause" : "Play"; }

  button.addEventListener("click", () => setPlaying(!playing));
  slider.addEventListener("input", () => show(Number(slider.value)));
  canvas.addEventListener("pointerdown", (event) => canvas.setPointerCapture(event.pointerId));
  canvas.addEventListener("pointermove", (event) => { if (event.buttons) eye.turn(event.movementX, event.movementY); });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    eye.distance = Math.max(2.2, Math.min(16, eye.distance * Math.exp(event.deltaY * 0.001)));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const frame = Math.floor(time / data.frame_time);
    if (event.key === " ") setPlaying(!playing);
    else if (event.key === "ArrowRight") show(frame + 1);
    else if (event.key === "ArrowLeft") show(frame - 1);
    else return;
    event.preventDefault();
  });
  slider.max = frames - 1;
  setPlaying(playing);
  requestAnimationFrame(tick);
})();
