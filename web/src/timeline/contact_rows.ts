// Contacts in time: one lane per point, spans that can be dragged at both ends.
import { drag, el } from "../core/dom";
import type { Desk } from "../core/desk";
import { readable } from "../core/wishes";
import type { Contact } from "../messages";
import type { Scale } from "./scale";

export function contactRows(desk: Desk, scale: Scale): HTMLElement[] {
  const contacts = desk.state.clip?.contacts?.contacts ?? [];
  const points = new Map<string, number[]>();
  contacts.forEach((contact, k) => points.set(contact.point, [...(points.get(contact.point) ?? []), k]));
  return [...points].map(([point, numbers]) => {
    const lane = el("div", { class: "lane" }, ...numbers.map((k) => span(desk, scale, contacts[k], k)));
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
      title: `${readable(contact.point)}: frames ${contact.start} to ${contact.stop}. Drag the ends; double-click splits.`,
      "data-contact": number,
      pointerdown: (e: PointerEvent) => press(desk, scale, contact, number, e),
      dblclick: (e: MouseEvent) => {
        const box = (made.parentElement as HTMLElement).getBoundingClientRect();
        void desk.do([{ do: "split_contact", number, at: Math.round(scale.frame(e.clientX - box.left)) }]);
      },
    },
    el("i", { class: "edge" }),
    el("i", { class: "edge" }),
  );
  return made;
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
      if (moved && (start !== contact.start || stop !== contact.stop))
        void desk.do([{ do: "set_contact_span", number, start, stop }]);
      else desk.state.select({ contact: number });
    },
  );
}
