// Clips by number: fetched when they are wanted, the last few kept.
const KEPT = 16;
const clips = new Map(), marks = new Map();

// A clip, or { error }.
export function clip(number) {
  if (clips.has(number)) { const found = clips.get(number); clips.delete(number); clips.set(number, found); return found; }
  const wanted = fetched(`clip/${number}`).then((answer) => answer.arrayBuffer()).then(decoded).catch((error) => ({ error: error.message }));
  clips.set(number, wanted);
  if (clips.size > KEPT) clips.delete(clips.keys().next().value);
  return wanted;
}

// What is planted in a clip, or { error }; small, so all are kept.
export function contacts(number) {
  if (!marks.has(number)) {
    const wanted = fetched(`contacts/${number}`).then((answer) => answer.json()).catch((error) => ({ error: error.message }));
    marks.set(number, wanted);
  }
  return marks.get(number);
}

async function fetched(path) {
  let answer;
  try { answer = await fetch(path); } catch { throw new Error("supple view is no longer running. Start it again in the terminal."); }
  if (answer.ok) return answer;
  const text = await answer.text();
  let words = text;
  try { words = JSON.parse(text).error; } catch { /* plain words */ }
  throw new Error(words);
}

function decoded(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const about = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  about.points = new Float32Array(buffer, 4 + length);
  about.middles = middles(about);
  [about.lowest, about.highest] = [Math.min, Math.max].map((least) => extreme(about.middles, least, about.first));
  about.sides = about.names.map(() => "middle");
  for (const [, joint, side] of about.bones) about.sides[joint] = side;
  about.duration = about.frames * about.frame_time;
  return about;
}

// The least or greatest of every coordinate of a way, from a frame on.
function extreme(way, least, first) {
  const found = [...way.subarray(3 * first, 3 * first + 3)];
  for (let k = 3 * first; k < way.length; k++) found[k % 3] = least(found[k % 3], way[k]);
  return found;
}

// Where the figure is in every frame, (frames, 3): the mean of its body's points, smoothed over half a second, for the eye to follow.
function middles({ points, frames, names, aside, frame_time: frameTime }) {
  const sums = new Float64Array(3 * (frames + 1)), count = names.length;
  let last = [0, 0, 0];
  for (let f = 0; f < frames; f++) {
    const total = [0, 0, 0];
    let there = 0;
    for (let k = 3 * f * count; k < 3 * (f + 1) * count; k += 3) {
      if (Number.isNaN(points[k]) || aside.includes(k / 3 % count)) continue;
      total[0] += points[k]; total[1] += points[k + 1]; total[2] += points[k + 2]; there++;
    }
    if (there) last = total.map((v) => v / there);
    for (let i = 0; i < 3; i++) sums[3 * (f + 1) + i] = sums[3 * f + i] + last[i];
  }
  const reach = Math.round(0.25 / frameTime), found = new Float32Array(3 * frames);
  for (let f = 0; f < frames; f++) {
    const half = Math.min(reach, f, frames - 1 - f), from = f - half, to = f + half + 1;
    for (let i = 0; i < 3; i++) found[3 * f + i] = (sums[3 * to + i] - sums[3 * from + i]) / (to - from);
  }
  return found;
}
