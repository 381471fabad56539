// A field in which somebody types, a button that is pressed and a list that is open are left alone until they are done
// with it: whatever wants to be shown waits for that.

type Field = HTMLInputElement | HTMLTextAreaElement;

const isField = (target: EventTarget | null): target is Field =>
  (target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type)) ||
  target instanceof HTMLTextAreaElement;

const TELLS_OPEN = CSS.supports("selector(select:open)"); // older browsers do not: there a list may close
const LOOK_AGAIN_MS = 200; // a list that closes with nothing else chosen says nothing

export class Typing {
  private held = false;
  private pressed = false;
  private looking = 0;

  constructor(
    private readonly box: HTMLElement,
    private readonly renew: () => void,
  ) {
    box.addEventListener("change", (e) => {
      if (isField(e.target)) e.target.defaultValue = e.target.value; // it is said: what comes now may be shown
      this.done();
    });
    box.addEventListener("focusout", () => this.done());
    box.addEventListener("pointerdown", ({ target }) => {
      this.pressed = target instanceof Element && target.closest("button") !== null; // lists swallow the release
    });
    const released = () => {
      this.pressed = false;
      setTimeout(() => this.done()); // the click comes first
    };
    for (const end of ["pointerup", "pointercancel", "dragend"]) addEventListener(end, released, true);
  }

  /** Make the content anew, or wait with it while somebody is at work in it. */
  renewed(make: () => void): void {
    if (!this.hold()) this.keeping(make);
  }

  /** Whether somebody presses, chooses, or typed what nobody was told yet: then `renew` is called when they are done. */
  private hold(): boolean {
    const field = document.activeElement;
    const typed = isField(field) && this.box.contains(field) && field.value !== field.defaultValue;
    const chooses = TELLS_OPEN && this.box.querySelector("select:open") !== null;
    clearTimeout(this.looking);
    if (chooses) this.looking = window.setTimeout(() => this.done(), LOOK_AGAIN_MS);
    return (this.held = this.pressed || typed || chooses);
  }

  /** Whoever stands in a field stands in the same one afterwards, at the same place of it. */
  private keeping(make: () => void): void {
    const stood = this.fields().find((field) => field === document.activeElement);
    const at = stood ? this.called(named(stood)).indexOf(stood) : -1;
    make();
    const now = stood && this.called(named(stood))[at];
    if (!stood || !now) return;
    now.focus({ preventScroll: true });
    if (isField(stood) && isField(now)) select(stood, now);
  }

  private done(): void {
    if (!this.held) return;
    this.held = false;
    this.renew();
  }

  /** Other fields may have come or gone: it is found by what it is called. */
  private called(name: string): HTMLElement[] {
    return this.fields().filter((field) => named(field) === name);
  }

  private fields(): HTMLElement[] {
    return [...this.box.querySelectorAll<HTMLElement>("input, select, textarea")];
  }
}

const named = (field: HTMLElement): string =>
  [field.tagName, field.ariaLabel, field.title, field.closest("label")?.firstChild?.textContent].join(" ");

/** The same selection in the field that comes instead: what is typed next replaces what was marked. */
function select(before: Field, now: Field): void {
  if (before.selectionStart === null) now.select(); // fields of numbers do not tell what is marked in them
  else now.setSelectionRange(before.selectionStart, before.selectionEnd);
}
