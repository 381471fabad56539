// The page of `supple view`: which files are shown, the clock, and the controls. Nothing is edited here.
import { clip, contacts } from "./clips.js";
import { keys, pointing } from "./controls.js";
import { Tile } from "./tile.js";

const byId = (id) => document.getElementById(id);
const about = await (await fetch("files.json")).json();
const PACES = [0.1, 0.25, 0.5, 1, 2, 4], START = { yaw: -0.75, pitch: 0.16, zoom: 1 };
const VIEWS = [{ yaw: 0, pitch: 0.08 }, { yaw: -Math.PI / 2, pitch: 0.08 }, { yaw: 0, pitch: 1.5 }, { yaw: START.yaw, pitch: START.pitch }];
const view = { ...START, follow: true, trails: false, trailed: [], contacts: about.contacts, align: false };
const state = { at: 0, together: about.together, overlay: about.overlay, pinned: null, playing: true, time: 0, pace: 1, turn: 0 };
let tiles = [], last = null, angle = 3, drawn = 0;
window.supple = { state, view, get tiles() { return tiles; }, get drawn() { return drawn; }, ready: null };  // for tests and the curious

// ---- which files

function numbers() {
  const found = state.pinned === null ? [] : [state.pinned];
  for (let k = state.at; k < about.files.length && found.length < state.together; k++) if (!found.includes(k)) found.push(k);
  return found;
}

function go(number) {
  state.at = Math.max(0, Math.min(about.files.length - 1, number));
  history.replaceState(null, "", `#${state.at}`);
  show();
}

const stride = () => Math.max(1, state.together - (state.pinned === null ? 0 : 1));
const next = () => { if (state.at + stride() < about.files.length) go(state.at + stride()); };
const previous = () => { if (state.at > 0) go(state.at - stride()); };

async function show() {
  const turn = ++state.turn, wanted = numbers(), groups = state.overlay ? [wanted] : wanted.map((n) => [n]);
  arrange(groups.length, wanted.length);
  tell(wanted);
  const found = await Promise.all(wanted.map(clip));
  if (turn !== state.turn) return;  // somebody went on meanwhile
  const figures = wanted.map((n, k) => ({ number: n, name: about.files[n], ...(found[k].error ? found[k] : { clip: found[k] }) }));
  groups.forEach((group, k) => { tiles[k].figures = figures.filter((f) => group.includes(f.number)); tiles[k].describe(); });
  for (const f of figures) if (f.error) markBad(f.number);
  rewind();
  for (const n of [wanted.at(-1) + 1, wanted.at(-1) + 2, state.at - 1]) if (n >= 0 && n < about.files.length) clip(n);
  setTimeout(() => findContacts(turn, figures), 350);  // not for files that are only passed
}

async function findContacts(turn, figures) {
  if (!about.contacts) return;
  for (const figure of figures.filter((f) => f.clip)) {
    if (turn !== state.turn) return;
    const found = await contacts(figure.number);
    if (found.error) { figure.fault = found.error; tiles.forEach((tile) => tile.describe()); } else figure.marks = found;
    drawLanes();
  }
}

function arrange(count, figures) {
  const box = byId("tiles");
  while (tiles.length > count) tiles.pop().root.remove();
  while (tiles.length < count) tiles.push(new Tile(box, (tile) => pointing(tile, view, toggleTrail)));
  box.className = count === 1 ? "" : count === 3 ? "three" : count === 4 ? "two many" : "two";
  byId("layout").value = `${state.together}${state.overlay && state.together > 1 ? "o" : ""}`;
  byId("pin").disabled = figures < 2 && state.pinned === null;
}

function setLayout(together, overlay) {
  state.together = Math.max(1, Math.min(4, together, about.files.length));
  state.overlay = overlay && state.together > 1;
  show();
}

// ---- the clock

const shown = () => tiles.flatMap((tile) => tile.drawable);
const longest = () => shown().reduce((best, f) => (!best || f.clip.duration > best.duration ? f.clip : best), null);
const begin = () => Math.min(...shown().map(({ clip: c }) => c.first * c.frame_time));

function rewind() {
  if (!shown().length) { byId("clock").textContent = ""; drawLanes(); return; }
  state.time = begin();
  byId("frame").max = longest().frames - 1;
  drawLanes();
}

function seek(frame) {
  const clock = longest();
  if (!clock) return;
  state.time = (Math.max(0, Math.min(clock.frames - 1, frame)) + 0.5) * clock.frame_time;
  play(false);
}

function play(on) { state.playing = on; byId("play").textContent = on ? "Pause" : "Play"; }

function pace(by) {
  state.pace = PACES[Math.max(0, Math.min(PACES.length - 1, PACES.indexOf(state.pace) + by))];
  byId("pace").value = state.pace;
}

function tick(now) {
  const clock = longest();
  if (clock && state.playing && last !== null) {
    state.time += (state.pace * (now - last)) / 1000;
    if (state.time >= clock.duration) state.time = begin() + ((state.time - clock.duration) % Math.max(clock.frame_time, clock.duration - begin()));
  }
  last = now;
  for (const tile of tiles) tile.draw(view, state.time);
  if (clock) tellTime(clock);
  requestAnimationFrame(tick);
}

function tellTime(clock) {
  const frame = Math.min(clock.frames - 1, Math.floor(state.time / clock.frame_time + 1e-6));
  const at = clock.start + frame * clock.step;  // as the file counts
  byId("frame").value = frame;
  byId("clock").textContent = `${(at * clock.frame_time / clock.step).toFixed(2)} s · frame ${at}`;
  drawn++;
  if (window.supple.ready === null) window.supple.ready = performance.timeOrigin + performance.now();
}

// What is planted over the whole clip: one row for each side of the first figure.
function drawLanes() {
  const canvas = byId("lanes"), pen = canvas.getContext("2d"), ratio = devicePixelRatio || 1, clock = longest();
  canvas.width = canvas.clientWidth * ratio; canvas.height = canvas.clientHeight * ratio;
  const first = shown()[0], colours = Stage.readColours(["left", "right", "middle"]);
  if (!first?.marks || !view.contacts) return;
  const rows = { left: 0, right: 1, middle: 0 }, wide = (canvas.width * first.clip.frame_time) / first.clip.step / clock.duration;
  pen.globalAlpha = 0.55;
  for (const mark of first.marks) {
    pen.fillStyle = colours[mark.side];
    pen.fillRect(mark.start * wide, rows[mark.side] * 0.5 * canvas.height, Math.max(1, (mark.stop - mark.start) * wide), 0.42 * canvas.height);
  }
}

// ---- words and switches

function tell(wanted) {
  byId("name").firstChild.textContent = about.files[state.at];
  byId("name").title = about.files[state.at];
  byId("count").textContent = about.files.length > 1 ? `${state.at + 1} of ${about.files.length}` : "";
  byId("previous").disabled = state.at === 0;
  byId("next").disabled = state.at + stride() >= about.files.length;
  for (const old of byId("names").querySelectorAll(".shown")) old.classList.remove("shown");
  for (const n of wanted) byId("names").children[n]?.firstChild.classList.add("shown");
  if (!byId("list").hidden) byId("names").children[state.at]?.scrollIntoView({ block: "nearest" });
}

const markBad = (number) => byId("names").children[number]?.firstChild.classList.add("bad");
const press = (id, on) => byId(id).setAttribute("aria-pressed", on);
function toggle(id, name = id) { view[name] = !view[name]; press(id, view[name]); drawLanes(); }
function toggleTrail(name) { view.trailed = view.trailed.includes(name) ? view.trailed.filter((n) => n !== name) : [...view.trailed, name]; }

function trails() {
  if (view.trailed.length) view.trailed = [];
  toggle("trails");
}

function pin() {
  if (state.pinned === null && about.files.length < 2) return;
  state.pinned = state.pinned === null ? state.at : null;
  press("pin", state.pinned !== null);
  if (state.pinned !== null) { state.together = Math.max(2, state.together); state.at = Math.min(about.files.length - 1, state.at + 1); }
  show();
}

function list(open = byId("list").hidden) {
  byId("list").hidden = !open;
  byId("files").setAttribute("aria-expanded", open);
  tell(numbers());
}

function filter() {
  const words = byId("filter").value.toLowerCase();
  about.files.forEach((name, k) => { byId("names").children[k].hidden = !name.toLowerCase().includes(words); });
}

const darkRule = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).find((rule) => rule.conditionText?.includes("prefers-color-scheme"));
function theme() {
  const dark = matchMedia(darkRule.media.mediaText).matches;
  darkRule.media.mediaText = dark ? "not all" : "all";
  document.documentElement.style.colorScheme = dark ? "light" : "dark";
  drawLanes();
}

function turn() { angle = (angle + 1) % VIEWS.length; Object.assign(view, VIEWS[angle]); }
const stepBy = (frames) => seek(Math.floor(state.time / longest()?.frame_time) + frames);

about.files.forEach((name, k) => {
  const row = document.createElement("li"), button = Object.assign(document.createElement("button"), { type: "button", title: name });
  button.append(Object.assign(document.createElement("bdi"), { textContent: name }));
  button.addEventListener("click", () => go(k));
  row.append(button);
  byId("names").append(row);
});
for (const value of PACES) byId("pace").append(new Option(`${value} ×`, value));
byId("pace").value = 1;
for (const option of byId("layout").options) option.disabled = parseInt(option.value) > about.files.length;

const clicks = {
  files: () => list(), previous, next, pin, trails, contacts: () => toggle("contacts"), follow: () => toggle("follow"), theme,
  help: () => byId("keys").showModal(), play: () => play(!state.playing),
};
for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", () => { action(); if (id !== "files") byId("tiles").focus(); });
byId("frame").addEventListener("input", () => seek(Number(byId("frame").value)));
byId("pace").addEventListener("change", () => { state.pace = Number(byId("pace").value); byId("tiles").focus(); });
byId("layout").addEventListener("change", () => { const value = byId("layout").value; setLayout(parseInt(value), value.endsWith("o")); byId("tiles").focus(); });
byId("filter").addEventListener("input", filter);
addEventListener("resize", drawLanes);
keys({
  n: next, ArrowDown: next, PageDown: next, p: previous, ArrowUp: previous, PageUp: previous, " ": () => play(!state.playing),
  ArrowRight: (event) => stepBy(event.shiftKey ? 10 : 1), ArrowLeft: (event) => stepBy(event.shiftKey ? -10 : -1),
  Home: () => seek(0), End: () => seek(Infinity), "-": () => pace(-1), "+": () => pace(1), "=": () => pace(1),
  o: () => setLayout(Math.max(2, state.together), !state.overlay), k: pin, a: () => { view.align = !view.align; }, t: trails,
  c: () => toggle("contacts"), f: () => toggle("follow"), v: turn, r: () => { Object.assign(view, START); angle = 3; }, d: theme,
  l: () => list(), "/": () => { list(true); byId("filter").focus(); }, "?": () => byId("keys").showModal(), h: () => byId("keys").showModal(),
  Escape: () => { list(false); byId("tiles").focus(); },
  ...Object.fromEntries([1, 2, 3, 4].map((n) => [String(n), () => setLayout(n, state.overlay)])),
});
press("contacts", view.contacts);
byId("contacts").disabled = !about.contacts;
play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
if (about.files.length > 4 && innerWidth > 900) list(true);
byId("tiles").focus();
go(parseInt(location.hash.slice(1)) || 0);
requestAnimationFrame(tick);
