// Keys, and what they do; the help sheet is made of the same list.

export interface Shortcut {
  keys: string;
  words: string;
  name: string;
}

export const SHORTCUTS: Shortcut[] = [
  { keys: "Space", words: "play, stop", name: "play" },
  { keys: "← →", words: "one frame back, on (Shift: ten)", name: "step" },
  { keys: "Home End", words: "start, end of the range", name: "ends" },
  { keys: "I O", words: "range begins, ends here", name: "range" },
  { keys: "B", words: "mark this moment", name: "mark" },
  { keys: "G R", words: "handle moves, turns", name: "gizmo" },
  { keys: "X", words: "handle along world or joint axes", name: "axes" },
  { keys: "P", words: "pin the joint here; Shift: unpin", name: "pin" },
  { keys: "K", words: "keep the joint on its path", name: "keep" },
  { keys: "Delete", words: "remove what is selected", name: "delete" },
  { keys: "M S L", words: "mute, solo, lock the constraint", name: "flags" },
  { keys: "Ctrl Z", words: "undo (Ctrl Shift Z: redo)", name: "undo" },
  { keys: "Ctrl C, V", words: "copy, paste constraint or pose", name: "copy" },
  { keys: "Ctrl Shift M", words: "mirror the constraint to the other side", name: "mirror" },
  { keys: "Ctrl S, O", words: "save, open", name: "files" },
  { keys: "1 2 3 4", words: "look from front, side, top, free", name: "look" },
  { keys: "F", words: "follow the figure", name: "follow" },
  { keys: "H T N", words: "ghost, trails, onion skins", name: "show" },
  { keys: "C", words: "curves of the joint", name: "curves" },
  { keys: "Esc", words: "select nothing, dismiss a proposal", name: "escape" },
  { keys: "?", words: "this sheet", name: "help" },
];
