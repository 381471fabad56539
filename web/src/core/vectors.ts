// The little algebra that the page needs without drawing; quaternions are w x y z.
export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number];

export const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const conjugate = (q: Quat): Quat => [q[0], -q[1], -q[2], -q[3]];

export function times(a: Quat, b: Quat): Quat {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

export function turned(q: Quat, v: Vec3): Vec3 {
  const [, x, y, z] = times(times(q, [0, ...v]), conjugate(q));
  return [x, y, z];
}

/** The rotation vector of a turn, in degrees. */
export function turnDegrees(q: Quat): Vec3 {
  const [w, x, y, z] = q[0] < 0 ? q.map((c) => -c) : q;
  const sine = Math.hypot(x, y, z);
  if (sine < 1e-9) return [0, 0, 0];
  const scale = ((2 * Math.atan2(sine, w)) / sine) * (180 / Math.PI);
  return [x * scale, y * scale, z * scale];
}

export function fromTurnDegrees(v: Vec3): Quat {
  const angle = (Math.hypot(...v) * Math.PI) / 180;
  if (angle < 1e-12) return [1, 0, 0, 0];
  const scale = (Math.sin(angle / 2) * Math.PI) / 180 / angle;
  return [Math.cos(angle / 2), v[0] * scale, v[1] * scale, v[2] * scale];
}

export const vec3 = (array: ArrayLike<number>, index: number): Vec3 => [
  array[3 * index],
  array[3 * index + 1],
  array[3 * index + 2],
];
export const quat = (array: ArrayLike<number>, index: number): Quat => [
  array[4 * index],
  array[4 * index + 1],
  array[4 * index + 2],
  array[4 * index + 3],
];
export const rounded = (v: Vec3, digits = 5): Vec3 => v.map((c) => Number(c.toFixed(digits))) as Vec3;
