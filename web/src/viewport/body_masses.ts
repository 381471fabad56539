// The centre of mass, near enough to be looked at: shares of the body's mass by the part that a bone belongs to. What
// solvers balance is the server's own and finer model.
import type { Pose } from "../core/shown_motion";
import { type Vec3, vec3 } from "../core/vectors";
import type { Figure } from "../messages";

const SHARES: [RegExp, number][] = [
  // of the whole body, by the role at the lower end
  [/^spine$/, 0.14],
  [/^chest$/, 0.16],
  [/^neck$/, 0.13],
  [/^head$/, 0.07],
  [/_elbow$/, 0.027],
  [/_wrist$/, 0.016],
  [/_fingertips$/, 0.006],
  [/_knee$/, 0.14],
  [/_ankle$/, 0.043],
  [/_ball$/, 0.012],
];

export function centreOfMass(figure: Figure, pose: Pose): Vec3 {
  const roles = new Map(Object.entries(figure.roles).map(([role, joint]) => [joint, role]));
  const sum = [0, 0, 0, 0];
  const add = (place: Vec3, mass: number) => {
    for (let k = 0; k < 3; k++) sum[k] += mass * place[k];
    sum[3] += mass;
  };
  add(vec3(pose.positions, 0), 0.12);
  figure.parents.forEach((parent, joint) => {
    const role = roles.get(figure.names[joint]);
    const share = role && SHARES.find(([pattern]) => pattern.test(role))?.[1];
    if (parent < 0 || !share) return;
    const [a, b] = [vec3(pose.positions, parent), vec3(pose.positions, joint)];
    add([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2], share);
  });
  return [sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]];
}
