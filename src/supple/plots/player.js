// Plays the stick figure, over a pale one where the motion has a "ghost": drag to look around, wheel to come closer, space to stop. Data: the JSON beside this script.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("motion").textContent);
  const canvas = document.getElementById("stage"), pen = canvas.getContext("2d");
  const button = document.getElementById("play"), slider = document.getElementById("frame");
  const clock = document.getElementById("clock"), pace = document.getElementById("pace");
  const frames = data.points.length, step = data.step || 1, metre = 1000;
  let time = (data.start || 0) * data.frame_time, playing = !matchMedia("(prefers-reduced-motion: reduce)").matches, last = null;
  let yaw = -0.9, pitch = 0.16, distance = 3.6, colours = {};

  const place = (points, k) => points.slice(3 * k, 3 * k + 3).map((v) => v / metre);
  const point = (frame, k) => place(data.points[frame], k);

  function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["left", "right", "middle", "ink", "faint", "ground", "soft"]) colours[name] = style.getPropertyValue("--" + name);
  }

  function project(p, centre) {
    const x = p[0] - centre[0], y = p[1] - 0.86, z = p[2] - centre[2];
    const across = Math.cos(yaw) * x - Math.sin(yaw) * z, along = Math.sin(yaw) * x + Math.cos(yaw) * z;
    const up = Math.cos(pitch) * y - Math.sin(pitch) * along, depth = Math.sin(pitch) * y + Math.cos(pitch) * along;
    const scale = (1.55 * canvas.clientHeight) / Math.max(0.5, distance - depth);
    return [canvas.clientWidth / 2 + scale * across, canvas.clientHeight * 0.5 - scale * up, depth, scale];
  }

  function line(a, b, colour, width) {
    pen.strokeStyle = colour; pen.lineWidth = width; pen.beginPath(); pen.moveTo(a[0], a[1]); pen.lineTo(b[0], b[1]); pen.stroke();
  }

  function drawGround(centre) {
    const reach = 3, step = 0.5, x0 = Math.round(centre[0] / step) * step, z0 = Math.round(centre[2] / step) * step;
    for (let k = -reach; k <= reach; k += step) {
      line(project([x0 + k, 0, z0 - reach], centre), project([x0 + k, 0, z0 + reach], centre), colours.ground, 1);
      line(project([x0 - reach, 0, z0 + k], centre), project([x0 + reach, 0, z0 + k], centre), colours.ground, 1);
    }
  }

  function drawFootprints(centre, frame) {
    for (const c of data.contacts) {
      const at = project(point(c.start, c.point), centre), stands = c.start <= frame && frame < c.stop;
      pen.fillStyle = stands ? colours[c.side] : colours.faint;
      pen.beginPath(); pen.ellipse(at[0], at[1], 0.035 * at[3], 0.035 * at[3] * Math.max(0.2, Math.abs(Math.sin(pitch))), 0, 0, 7); pen.fill();
    }
  }

  function drawFigure(frame, centre) {
    const seen = data.names.map((_, k) => project(point(frame, k), centre));
    const shadow = data.names.map((_, k) => { const p = point(frame, k); return project([p[0], 0, p[2]], centre); });
    for (const [a, b] of data.bones) line(shadow[a], shadow[b], colours.faint, 0.03 * shadow[a][3]);
    const parts = data.bones.map((bone) => [seen[bone[0]][2] + seen[bone[1]][2], bone]).sort((p, q) => p[0] - q[0]);
    for (const [, [a, b, side]] of parts) line(seen[a], seen[b], colours[side], 0.038 * seen[a][3]);
    if (data.head) drawHead(seen);
  }

  function drawHead(seen) {
    const low = seen[data.head[0]], top = seen[data.head[1]], size = Math.hypot(top[0] - low[0], top[1] - low[1]) / 2;
    pen.strokeStyle = colours.middle; pen.lineWidth = 0.03 * low[3]; pen.beginPath();
    pen.ellipse((low[0] + top[0]) / 2, (low[1] + top[1]) / 2, 0.78 * size, size, 0, 0, 7); pen.stroke();
  }

  function drawGhost(frame, centre) {
    const seen = data.names.map((_, k) => project(place(data.ghost[frame], k), centre));
    for (const [a, b] of data.bones) line(seen[a], seen[b], colours.soft, 0.014 * seen[a][3]);
  }

  function draw() {
    const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio)) { canvas.width = Math.round(width * ratio); canvas.height = Math.round(height * ratio); }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0); pen.clearRect(0, 0, width, height); pen.lineCap = "round";
    readColours();
    const frame = Math.min(frames - 1, Math.floor(time / data.frame_time)), centre = point(frame, 0);
    drawGround(centre); drawFootprints(centre, frame);
    if (data.ghost) drawGhost(frame, centre);
    drawFigure(frame, centre);
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
  canvas.addEventListener("pointermove", (event) => {
    if (!event.buttons) return;
    yaw += event.movementX * 0.008;
    pitch = Math.max(-0.05, Math.min(1.5, pitch + event.movementY * 0.006));
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    distance = Math.max(2.2, Math.min(9, distance * Math.exp(event.deltaY * 0.001)));
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
