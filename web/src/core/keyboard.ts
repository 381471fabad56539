// The keyboard.
import { help } from "../panels/help";
import type { Viewport } from "../viewport/viewport";
import type { Commands } from "./commands";
import type { Desk } from "./desk";
import { chooseFile, save } from "./files";
import type { Player } from "./player";

const VIEWS = { "1": "front", "2": "side", "3": "top", "4": "free" } as const;

export function listenToKeys(desk: Desk, player: Player, viewport: Viewport, commands: Commands): void {
  const { state } = desk;
  addEventListener("keydown", (e) => {
    const target = e.target as HTMLElement;
    const typing =
      /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) &&
      !["range", "checkbox"].includes((target as HTMLInputElement).type);
    if (document.querySelector("dialog[open]") || state.mode === "drive") return;
    const done =
      e.ctrlKey || e.metaKey
        ? typing && !"so".includes(e.key.toLowerCase())
          ? false
          : withControl(e)
        : typing
          ? false
          : plain(e);
    if (done) e.preventDefault();
  });

  function withControl(e: KeyboardEvent): boolean {
    const key = e.key.toLowerCase();
    const acts: Record<string, () => void> = {
      z: () => void desk.try({ type: e.shiftKey ? "redo" : "undo" }),
      y: () => void desk.try({ type: "redo" }),
      s: () => void save(desk, e.shiftKey),
      o: () => chooseFile(desk),
      c: () => commands.copy(),
      v: () => commands.paste(),
      m: () => commands.mirror(),
    };
    if (!acts[key] || (key === "m" && !e.shiftKey) || (key === "c" && String(getSelection()))) return false;
    acts[key]();
    return true;
  }

  function plain(e: KeyboardEvent): boolean {
    const { view } = state;
    const far = e.shiftKey ? 10 : 1;
    const acts: Record<string, () => void> = {
      " ": () => player.toggle(),
      arrowleft: () => state.seek(state.frame - far),
      arrowright: () => state.seek(state.frame + far),
      home: () => state.seek(state.range[0]),
      end: () => state.seek(state.range[1]),
      i: () => document.querySelector<HTMLElement>("[data-range=in]")?.click(),
      o: () => document.querySelector<HTMLElement>("[data-range=out]")?.click(),
      b: () => commands.mark(),
      g: () => state.look({ gizmo: "translate" }),
      r: () => state.look({ gizmo: "rotate" }),
      x: () => state.look({ axes: view.axes === "world" ? "local" : "world" }),
      p: () => (e.shiftKey ? commands.unpin() : commands.pin()),
      k: () => commands.keepOnPath(),
      delete: () => commands.remove(),
      backspace: () => commands.remove(),
      m: () => commands.flag("muted"),
      s: () => commands.flag("solo"),
      l: () => commands.flag("locked"),
      f: () => state.look({ follow: !view.follow }),
      h: () => state.look({ ghost: !view.ghost }),
      t: () => state.look({ trails: !view.trails }),
      n: () => state.look({ onion: !view.onion }),
      c: () => state.look({ curves: !view.curves }),
      "?": help,
      escape: () => escape(),
    };
    const look = VIEWS[e.key as keyof typeof VIEWS];
    if (look) viewport.look(look);
    else if (e.key === " " && document.activeElement?.tagName === "BUTTON")
      ((document.activeElement as HTMLElement).blur(), player.toggle());
    else if (acts[e.key.toLowerCase()]) acts[e.key.toLowerCase()]();
    else return false;
    return true;
  }

  function escape(): void {
    document.querySelector(".menu, .tour")?.remove();
    const { job } = state;
    if (job?.proposed) void desk.try({ type: "dismiss", job: job.number });
    else if (job) void desk.try({ type: "cancel" });
    else state.select({});
  }
}
