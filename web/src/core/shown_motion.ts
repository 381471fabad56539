// What is seen of a clip: its own motion, with newer pieces over it.
import { Blocks, type Poses } from "./pose_frames";

export interface Pose {
  positions: Float32Array; // (joints, 3)
  rotations: Float32Array; // (joints, 4)
}

export class ShownMotion {
  source: Blocks;
  private whole: Poses | null = null; // the newest that is final
  private pieces: Poses[] = []; // of a newer preview, the newest last
  private newest = 0;

  constructor(
    frames: number,
    readonly joints: number,
  ) {
    this.source = new Blocks(frames, joints);
  }

  /** A piece of a preview; older ones than the newest are of no use. */
  put(piece: Poses): boolean {
    const { request, final } = piece.header;
    if (request < this.newest) return false;
    if (request > this.newest) this.pieces = [];
    this.newest = request;
    if (final) {
      this.whole = piece;
      this.pieces = [];
    } else this.pieces.push(piece);
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

  /** Whether the newest preview is there to its end. */
  get settled(): boolean {
    return this.whole !== null && this.whole.header.request === this.newest;
  }

  /** Whether a frame is bent. */
  bent(frame: number): boolean {
    const covers = (p: Poses) => frame >= p.header.start && frame < p.header.start + p.header.frames;
    return this.pieces.some(covers) || (this.whole !== null && covers(this.whole));
  }
}

function within(piece: Poses, frame: number): Pose | null {
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
