// Colours of the viewport, from the style sheet, so that light and dark are said once.
import { Color } from "three";

export function colour(name: string): Color {
  const text = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  return new Color(text || "#888");
}
