"use strict";
// The table of clips: sorted, filtered, and shown a hundred at a time, so that thousands open at once.
(() => {
  const element = document.getElementById("clips-data");
  const body = document.querySelector("#clips tbody");
  if (!element || !body) return;
  const data = JSON.parse(element.textContent);
  const PAGE = 100;
  const SIDES = ["var(--right)", "var(--middle)", "var(--left)"];
  const now = (clip, k) => clip[8][k] ?? clip[7][k];
  const seen = (value) => (value == null ? null : Number(short(value))); // sorted by what is shown: 0.001 and 0.002 are both 0.00
  const columns = [
    { title: "", value: null, cell: (td, clip) => td.append(drawing(clip[9])) },
    { title: "clip", value: (clip) => clip[0].toLowerCase(), cell: name },
    { title: "status", value: (clip) => clip[1], cell: (td, clip) => { td.textContent = clip[1].replace("_", " "); td.className = clip[1]; td.title = clip[11]; } },
    { title: "length [s]", value: (clip) => seen(clip[10]), cell: number((clip) => clip[10]) },
    { title: "height [m]", value: (clip) => seen(clip[6]), cell: number((clip) => clip[6]) },
    ...data.measures
      .map((m, k) => ({ title: m.unit ? `${m.title} [${m.unit}]` : m.title, value: (clip) => seen(now(clip, k)), then: (clip) => seen(clip[7][k]), cell: measure(k), k }))
      .filter((column) => data.clips.some((clip) => Math.max(clip[7][column.k], clip[8][column.k]) >= 0.01)),
    { title: "took [s]", value: (clip) => seen(clip[4]), cell: number((clip) => clip[4]) },
  ];
  let order = null, down = true, limit = PAGE;

  function name(td, clip) {
    td.className = "name";
    td.append(link(clip[0], clip[2]));
    if (clip[3]) td.append(" ", link("→ output", clip[3], "small"));
  }

  function link(words, target, tag) {
    const a = document.createElement(target ? "a" : "span");
    if (target) a.href = target;
    a.textContent = words;
    if (!tag) return a;
    const around = document.createElement(tag);
    around.append(a);
    return around;
  }

  function short(value) {
    return value == null ? "" : value === 0 ? "0" : Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) < 0.005 ? "0.00" : Math.abs(value) < 1 ? value.toFixed(2) : String(Number(value.toPrecision(3)));
  }

  function number(of) {
    return (td, clip) => { td.className = "number"; td.textContent = short(of(clip)); };
  }

  function measure(k) {
    return (td, clip) => {
      td.className = "number";
      const before = clip[7][k], after = clip[8][k];
      if (after == null) td.textContent = short(before);
      else {
        const was = document.createElement("small");
        was.textContent = `${short(before)} → `;
        td.append(was, short(after));
      }
    };
  }

  function drawing(paths) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const points = paths.join("").match(/\d+/g)?.map(Number) ?? [];
    const wide = Math.max(10, ...points.filter((_, i) => i % 2 === 0)), high = Math.max(10, ...points.filter((_, i) => i % 2 === 1));
    svg.setAttribute("viewBox", `-2 -2 ${wide + 4} ${high + 4}`);
    paths.forEach((d, side) => {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      path.setAttribute("d", d);
      path.style.stroke = SIDES[side];
      svg.append(path);
    });
    return svg;
  }

  function chosen() {
    const words = document.getElementById("search").value.toLowerCase(), status = document.getElementById("status").value;
    const left = data.clips.filter((clip) => clip[0].toLowerCase().includes(words) && (!status || clip[1] === status));
    if (!order) return left;
    return left.sort((a, b) => compared(order.value(a), order.value(b)) || (order.then ? compared(order.then(a), order.then(b)) : 0));
  }

  function compared(x, y) {
    if (x == null || y == null) return (x == null) - (y == null); // what is not known comes last, either way
    return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
  }

  function show() {
    const clips = chosen();
    body.replaceChildren(...clips.slice(0, limit).map((clip) => {
      const tr = document.createElement("tr");
      for (const column of columns) column.cell(tr.appendChild(document.createElement("td")), clip);
      return tr;
    }));
    document.getElementById("count").textContent = `${clips.length} of ${data.clips.length} clips`;
    document.getElementById("more").hidden = clips.length <= limit;
  }

  function sort(column, th) {
    down = order === column ? !down : column.k !== undefined || column.title.includes("[");
    order = column;
    document.querySelectorAll("#clips th").forEach((other) => other.removeAttribute("aria-sort"));
    th.setAttribute("aria-sort", down ? "descending" : "ascending");
    limit = PAGE;
    show();
  }

  const head = document.querySelector("#clips thead").appendChild(document.createElement("tr"));
  for (const column of columns) {
    const th = head.appendChild(document.createElement("th"));
    th.textContent = column.title;
    if (!column.value) continue;
    if (column.title.includes("[") || column.k !== undefined) th.className = "number";
    th.tabIndex = 0;
    th.addEventListener("click", () => sort(column, th));
    th.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(column, th); });
  }
  for (const id of ["search", "status"]) document.getElementById(id).addEventListener("input", () => { limit = PAGE; show(); });
  document.getElementById("more").addEventListener("click", () => { limit += 5 * PAGE; show(); });
  show();
  window.supple = { ready: true };
})();
