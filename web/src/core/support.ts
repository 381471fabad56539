// What a figure stands on: the points that touch the ground in a frame, and whether the weight is over them.
import type { State } from "./state";
import type { Pose } from "./shown_motion";
import { plus, quat, turned, type Vec3, vec3 } from "./vectors";

export type Flat = [number, number]; // x and z [m]

const FEET = ["left_heel", "left_ball", "right_heel", "right_ball"];
const LOW_M = 0.04; // higher above the lowest point, a foot does not stand
const WIDE = 0.022; // half the width of a foot, as a share of the height of the figure
const AROUND = 8;

/** Places [m] of the points that stand in a frame: by contacts where they are known, else by height. */
export function standing(state: State, pose: Pose, frame: number): Vec3[] {
  const { figure, clip } = state;
  if (!figure) return [];
  const contacts = clip?.contacts?.contacts ?? [];
  if (contacts.length && state.mode === "edit") {
    const now = contacts.filter((c) => c.start <= frame && frame < c.stop && c.joint && !c.reference);
    return now.map((c) => placed(pose, state.jointNamed(c.joint!), (c.offset_m ?? [0, 0, 0]) as Vec3));
  }
  const feet = FEET.filter((name) => figure.points[name] || figure.roles[name]);
  const places = feet.map((name) =>
    placed(pose, state.jointNamed(name), figure.roles[name] ? [0, 0, 0] : (figure.points[name][1] as Vec3)),
  );
  const lowest = Math.min(...places.map((p) => p[1]));
  return places.filter((p) => p[1] < lowest + LOW_M);
}

function placed(pose: Pose, joint: number, offset: Vec3): Vec3 {
  return plus(vec3(pose.positions, joint), turned(quat(pose.rotations, joint), offset));
}

/** The area on the floor that feet at these places cover, counter-clockwise. */
export function supportArea(places: Vec3[], height: number): Flat[] {
  const wide = WIDE * height;
  const corners = places.flatMap(([x, , z]) =>
    Array.from({ length: AROUND }, (_, k): Flat => {
      const angle = (2 * Math.PI * k) / AROUND;
      return [x + wide * Math.cos(angle), z + wide * Math.sin(angle)];
    }),
  );
  return hull(corners);
}

const cross = (o: Flat, a: Flat, b: Flat) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

function hull(points: Flat[]): Flat[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: Flat[]) => {
    const out: Flat[] = [];
    for (const p of list) {
      while (out.length > 1 && cross(out[out.length - 2], out[out.length - 1], p) <= 0) out.pop();
      out.push(p);
    }
    return out.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

/** How far a point is outside an area [m]; 0 inside. */
export function outside(area: Flat[], point: Flat): number {
  if (area.length < 3) return Infinity;
  const edges = area.map((a, k): [Flat, Flat] => [a, area[(k + 1) % area.length]]);
  if (edges.every(([a, b]) => cross(a, b, point) >= 0)) return 0;
  return Math.min(
    ...edges.map(([a, b]) => {
      const [dx, dz] = [b[0] - a[0], b[1] - a[1]];
      const share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dz) / (dx * dx + dz * dz);
      const t = Math.min(Math.max(share, 0), 1);
      return Math.hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dz);
    }),
  );
}
