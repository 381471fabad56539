// How thick the parts of a figure are: a body, not sticks.
import type { Figure } from "../messages";

const SHARES: [RegExp, number][] = [
  // of the body's height, by the role of the lower end of a bone
  [/^head$/, 0.03],
  [/^neck$/, 0.05],
  [/^chest$/, 0.068],
  [/^spine$/, 0.066],
  [/_clavicle$/, 0.042],
  [/_shoulder$/, 0.036],
  [/_elbow$/, 0.027],
  [/_wrist$/, 0.021],
  [/_fingertips$/, 0.016],
  [/_hip$/, 0.055],
  [/_knee$/, 0.043],
  [/_ankle$/, 0.031],
  [/_ball$/, 0.022],
  [/_toe_end$/, 0.017],
];

export interface Bone {
  joint: number; // its lower end
  parent: number;
  length: number; // [m] in the rest pose
  straight: number; // [m] of it between the round ends
  radius: number;
}

const long = (o: readonly number[]) => Math.hypot(o[0], o[1], o[2]);

/** How tall a figure is, about. */
export function heightOf(figure: Figure): number {
  const of = (role: string) => {
    const j = figure.names.indexOf(figure.roles[role] ?? "");
    return j < 0 ? 0 : long(figure.offsets_m[j]);
  };
  const leg = of("left_knee") + of("left_ankle");
  if (leg > 0) return leg / 0.49;
  return Math.max(0.1, figure.offsets_m.reduce((sum, o) => sum + long(o), 0) / 3);
}

export function bonesOf(figure: Figure): Bone[] {
  const height = heightOf(figure);
  const roles = new Map(Object.entries(figure.roles).map(([role, joint]) => [joint, role]));
  const bones: Bone[] = [];
  figure.parents.forEach((parent, joint) => {
    const length = parent < 0 ? 0 : long(figure.offsets_m[joint]);
    if (length < 1e-4 * height) return;
    const role = roles.get(figure.names[joint]) ?? "";
    const above = roles.get(figure.names[parent]) ?? "";
    const thick = radius(role, above, height, length);
    const straight = above === "head" ? Math.max(0.01 * height, length - 1.5 * thick) : length; // a head is round
    bones.push({ joint, parent, length, straight, radius: thick });
  });
  return bones;
}

function radius(role: string, above: string, height: number, length: number): number {
  if (above === "head") return Math.min(0.055 * height, 0.6 * length + 0.01 * height);
  if (/(wrist|fingertips)$/.test(above)) return Math.min(0.014 * height, 0.3 * length);
  const share = SHARES.find(([pattern]) => pattern.test(role))?.[1];
  return share ? share * height : Math.min(0.025 * height, 0.3 * length);
}
