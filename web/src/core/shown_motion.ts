// What is seen of a clip: its own motion, with newer pieces over it.
import { Blocks, type Poses } from "./pose_frames";

export interface Pose {
  positions: Float32Array; // (joints, 3)
  rotations: Float32Array; // (joints, 4)
}

const MOST_PIECES = 64; // of drafts that a newer one does not cover

export class ShownMotion {
  source: Blocks;
  private whole: Poses | null = null; // the newest that is final
  private pieces: Poses[] = []; // of newer previews, the newest last
  private newest = 0;

  constructor(
    frames: number,
    readonly joints: number,
  ) {
    this.source = new Blocks(frames, joints);
  }

  /** A piece of a preview. One that comes late, when the frame under the playhead is newer, is shown around it. */
  put(piece: Poses): boolean {
    const { request, final } = piece.header;
    if (request < (this.whole?.header.request ?? 0) || (final && request < this.newest)) return false;
    this.newest = Math.max(this.newest, request);
    if (final) {
      this.whole = piece;
      this.pieces = this.pieces.filter((p) => p.header.request > request);
    } else {
      const kept = this.pieces.filter((p) => p.header.request > request || !covers(piece, p));
      const at = kept.findIndex((p) => p.header.request > request);
      kept.splice(at < 0 ? kept.length : at, 0, piece);
      this.pieces = kept.slice(-MOST_PIECES);
    }
    return true;
  }

  /** The pose of a frame as bent, or null where it has not come yet. */
  at(frame: number): Pose | null {
    for (let k = this.pieces.length - 1; k >= 0; k--) {
      const found = within(this.pieces[k], frame);
      if (found) return found;
    }
    return (this.whole && within(this.whole, frame)) ?? this.original(frame);
  }

  original(frame: number): Pose | null {
    if (!this.source.has(frame)) return null;
    return cut(this.source.positions, this.source.rotations, frame, this.joints);
  }

  /** The request of the newest preview that is there to its end; what is drafted lies over it. */
  get base(): number {
    return this.whole?.header.request ?? 0;
  }

  /** Whether the newest preview is there to its end. */
  get settled(): boolean {
    return this.whole !== null && this.whole.header.request === this.newest;
  }

  /** Whether a frame is bent. */
  bent(frame: number): boolean {
    const holds = (p: Poses) => within(p, frame) !== null;
    return this.pieces.some(holds) || (this.whole !== null && holds(this.whole));
  }
}

/** Whether a piece has all frames of another. */
function covers(piece: Poses, other: Poses): boolean {
  const [a, b] = [piece.header, other.header];
  return a.start <= b.start && a.start + a.frames >= b.start + b.frames;
}

/** The pose of a frame in a piece of a motion; null where it is not in it. */
export function within(piece: Poses, frame: number): Pose | null {
  const { start, frames, joints } = piece.header;
  if (frame < start || frame >= start + frames) return null;
  return cut(piece.positions, piece.rotations, frame - start, joints);
}

function cut(positions: Float32Array, rotations: Float32Array, frame: number, joints: number): Pose {
  return {
    positions: positions.subarray(frame * joints * 3, (frame + 1) * joints * 3),
    rotations: rotations.subarray(frame * joints * 4, (frame + 1) * joints * 4),
  };
}
