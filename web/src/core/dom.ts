// Elements in one line each.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, unknown>;

/** An element with attributes (functions are listeners, other values that are no text are properties) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") made.addEventListener(name, value as EventListener);
    else if (name === "class") made.className = String(value);
    else if (name in made && typeof value !== "string") (made as unknown as Attributes)[name] = value;
    else made.setAttribute(name, String(value));
  }
  made.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return made;
}

export function svg(tag: string, attributes: Record<string, string | number> = {}): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

export function button(text: string, title: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el("button", { type: "button", title, "aria-label": title, click: act, ...attributes }, text);
}

/** A choice among values; `act` gets the chosen one. */
export function choice(
  values: readonly (readonly [string, string])[],
  chosen: string,
  act: (value: string) => void,
  attributes: Attributes = {},
): HTMLSelectElement {
  const made = el("select", attributes);
  for (const [value, text] of values) made.append(el("option", { value, selected: value === chosen }, text));
  made.addEventListener("change", () => act(made.value));
  return made;
}

/** A number that is told when it is left or entered; what is no number is put back. */
export function numberField(
  value: number,
  act: (value: number) => void,
  attributes: Attributes = {},
): HTMLInputElement {
  const shown = String(Number(value.toFixed(4)));
  const made = el("input", { type: "number", step: "any", value: shown, ...attributes });
  made.addEventListener("change", () => {
    const typed = Number(made.value);
    if (made.value.trim() === "" || !Number.isFinite(typed)) made.value = shown;
    else act(typed);
  });
  return made;
}

export function row(label: string, ...children: Child[]): HTMLElement {
  return el("label", { class: "row" }, el("span", {}, label), el("span", { class: "fields" }, ...children));
}

/** Follow the pointer from a press to its release, also outside the element, which has the class `dragged` until then. */
export function drag(
  event: PointerEvent,
  moved: (event: PointerEvent) => void,
  ended: (event: PointerEvent) => void,
): void {
  const target = event.currentTarget as HTMLElement;
  target.setPointerCapture(event.pointerId);
  target.classList.add("dragged");
  const move = (e: PointerEvent) => moved(e);
  const end = (e: PointerEvent) => {
    target.removeEventListener("pointermove", move);
    target.removeEventListener("pointerup", end);
    target.removeEventListener("pointercancel", end);
    target.classList.remove("dragged");
    ended(e);
  };
  target.addEventListener("pointermove", move);
  target.addEventListener("pointerup", end);
  target.addEventListener("pointercancel", end);
  event.preventDefault();
}
