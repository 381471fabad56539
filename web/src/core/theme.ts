// Light and dark: as the machine has it, until somebody chooses.
import type { State } from "./state";

const KEY = "supple theme";

export function themed(state: State): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = remembered();
    document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
    state.emit("theme");
  };
  dark.addEventListener("change", apply);
  apply();
}

export function switchTheme(state: State): void {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // a browser that remembers nothing shows it all the same
  }
  state.emit("theme");
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
