// Files in one: a zip whose parts are stored as they are, which pictures are packed already.

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

export function crc32(data: Uint8Array): number {
  let c = 0xffffffff;
  for (let k = 0; k < data.length; k++) c = TABLE[(c ^ data[k]) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

export class Zip {
  private parts: BlobPart[] = [];
  private listed: BlobPart[] = [];
  private length = 0;
  private listedLength = 0;
  private count = 0;

  add(name: string, data: Uint8Array<ArrayBuffer>): void {
    const title = new TextEncoder().encode(name);
    const about = [0, 0, 0x21, crc32(data), data.length, data.length]; // no packing, no time, the first day of 1980
    const local = fields([0x04034b50, 4], [20, 2], [0x0800, 2], ...described(about), [title.length, 2], [0, 2]);
    this.listed.push(
      fields(
        [0x02014b50, 4],
        [20, 2],
        [20, 2],
        [0x0800, 2],
        ...described(about),
        [title.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [this.length, 4],
      ),
      title,
    );
    this.listedLength += 46 + title.length;
    this.parts.push(local, title, data);
    this.length += local.length + title.length + data.length;
    this.count += 1;
    if (this.length > 0xfffffff0 || this.count > 0xfffe) throw new Error("there are too many pictures for one file");
  }

  blob(): Blob {
    const end = fields(
      [0x06054b50, 4],
      [0, 2],
      [0, 2],
      [this.count, 2],
      [this.count, 2],
      [this.listedLength, 4],
      [this.length, 4],
      [0, 2],
    );
    return new Blob([...this.parts, ...this.listed, end], { type: "application/zip" });
  }
}

const described = ([method, time, day, crc, packed, size]: number[]): [number, number][] => [
  [method, 2],
  [time, 2],
  [day, 2],
  [crc, 4],
  [packed, 4],
  [size, 4],
];

/** Numbers, each with its count of bytes, the lowest first. */
function fields(...numbers: [number, number][]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(numbers.reduce((sum, [, bytes]) => sum + bytes, 0));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const [value, bytes] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return out;
}
