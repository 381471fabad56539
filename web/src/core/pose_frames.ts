// Binary frames of the server: a header, then positions and rotations of joints in the world.
import type { PoseHeader } from "../messages";

export interface Poses {
  header: PoseHeader;
  positions: Float32Array; // (frames, joints, 3) [m]
  rotations: Float32Array; // (frames, joints, 4) w x y z
}

export function decoded(data: ArrayBuffer): Poses {
  const length = new DataView(data).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length))) as PoseHeader;
  const count = header.frames * header.joints;
  const start = 4 + length;
  return {
    header,
    positions: new Float32Array(data, start, 3 * count),
    rotations: new Float32Array(data, start + 12 * count, 4 * count),
  };
}

/** A motion that comes in blocks. */
export class Blocks {
  readonly positions: Float32Array;
  readonly rotations: Float32Array;
  private readonly known: Uint8Array;
  complete = false;

  constructor(
    readonly frames: number,
    readonly joints: number,
  ) {
    this.positions = new Float32Array(frames * joints * 3);
    this.rotations = new Float32Array(frames * joints * 4);
    this.known = new Uint8Array(frames);
  }

  put(poses: Poses): void {
    const { start, frames, final } = poses.header;
    this.positions.set(poses.positions, start * this.joints * 3);
    this.rotations.set(poses.rotations, start * this.joints * 4);
    this.known.fill(1, start, start + frames);
    this.complete ||= final;
  }

  has(frame: number): boolean {
    return this.known[frame] === 1;
  }
}
