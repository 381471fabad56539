// Colours of the viewport, from the style sheet, so that light and dark are said once.
import { Color } from "three";

const known = new Map<string, Color>(); // to ask for a style in every frame takes time

/** A colour of the theme; it is shared, and not to be changed. */
export function colour(name: string): Color {
  const key = `${document.documentElement.dataset.theme} ${name}`;
  const found = known.get(key);
  if (found) return found;
  const text = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  const made = new Color(text || "#888");
  if (text) known.set(key, made);
  return made;
}
