// Contacts in time: one lane per point, spans that can be dragged at both ends.
import { addContact } from "../core/by_hand";
import { drag, el } from "../core/dom";
import type { Desk } from "../core/desk";
import type { Vec3 } from "../core/vectors";
import { readable } from "../core/wishes";
import type { Contact } from "../messages";
import type { Scale } from "./scale";

const LANES = ["left_heel", "left_ball", "right_heel", "right_ball"];

/** Feet first, heel before ball; others as they were found. */
const place = (point: string): number => (LANES.includes(point) ? LANES.indexOf(point) : LANES.length);

export function contactRows(desk: Desk, scale: Scale): HTMLElement[] {
  const contacts = desk.state.clip?.contacts?.contacts ?? [];
  const points = new Map<string, number[]>();
  contacts.forEach((contact, k) => points.set(contact.point, [...(points.get(contact.point) ?? []), k]));
  return [...points].sort(([a], [b]) => place(a) - place(b)).map(([point, numbers]) => {
    const one = contacts[numbers[0]];
    const add = (e: MouseEvent) => {
      if (e.target !== lane || one.joint === null) return;
      const frame = Math.round(scale.frame(e.clientX - lane.getBoundingClientRect().left));
      addContact(desk, point, one.joint, (one.offset_m ?? [0, 0, 0]) as Vec3, frame);
    };
    const lane = el(
      "div",
      { class: "lane", title: "Double-click where nothing is: one more contact", dblclick: add },
      ...numbers.map((k) => span(desk, scale, contacts[k], k)),
    );
    return el(
      "div",
      { class: "line contact", "data-point": point },
      el("div", { class: "head" }, el("span", { class: "name" }, readable(point))),
      lane,
    );
  });
}

function span(desk: Desk, scale: Scale, contact: Contact, number: number): HTMLElement {
  const { state } = desk;
  const left = scale.x(contact.start);
  const made = el(
    "div",
    {
      class: `span${state.selection.contact === number ? " chosen" : ""}`,
      style: `left:${left}px;width:${Math.max(3, scale.x(contact.stop) - left)}px`,
      title: `${readable(contact.point)}: frames ${contact.start} to ${contact.stop}. Drag the ends; over the next one, they merge; double-click splits.`,
      "data-contact": number,
      pointerdown: (e: PointerEvent) => press(desk, scale, contact, number, e),
      dblclick: (e: MouseEvent) => {
        const box = (made.parentElement as HTMLElement).getBoundingClientRect();
        const at = Math.round(scale.frame(e.clientX - box.left));
        if (contact.start < at && at < contact.stop) void desk.do([{ do: "split_contact", number, at }]);
      },
    },
    el("i", { class: "edge" }),
    el("i", { class: "edge" }),
  );
  return made;
}

/** Another contact of the same point that frames reach into; -1 where there is none. */
function neighbour(desk: Desk, number: number, start: number, stop: number): number {
  const contacts = desk.state.clip?.contacts?.contacts ?? [];
  return contacts.findIndex(
    (c, k) => k !== number && c.point === contacts[number].point && c.start < stop && start < c.stop,
  );
}

function press(desk: Desk, scale: Scale, contact: Contact, number: number, event: PointerEvent): void {
  const element = event.currentTarget as HTMLElement;
  const edges = [...element.querySelectorAll(".edge")];
  const edge = edges.indexOf(event.target as HTMLElement);
  const from = event.clientX;
  let [start, stop] = [contact.start, contact.stop];
  const frames = desk.state.frames;
  let moved = false;
  drag(
    event,
    (e) => {
      const by = Math.round(scale.frames(e.clientX - from));
      moved ||= Math.abs(e.clientX - from) > 2;
      if (edge !== 1) start = Math.min(Math.max(contact.start + by, 0), contact.stop - 1);
      if (edge !== 0) stop = Math.min(Math.max(contact.stop + by, contact.start + 1), frames);
      element.style.left = `${scale.x(start)}px`;
      element.style.width = `${Math.max(3, scale.x(stop) - scale.x(start))}px`;
    },
    () => {
      const met = edge < 0 ? -1 : neighbour(desk, number, start, stop);
      if (moved && met >= 0) void desk.do([{ do: "merge_contacts", first: number, second: met }]);
      else if (moved && (start !== contact.start || stop !== contact.stop))
        void desk.do([{ do: "set_contact_span", number, start, stop }]);
      else desk.state.select({ contact: number });
    },
  );
}
