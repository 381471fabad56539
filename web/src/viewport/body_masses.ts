// The centre of mass, by the same parts of the body that balance weighs.
import type { Pose } from "../core/shown_motion";
import { quat, turned, type Vec3, vec3 } from "../core/vectors";
import type { Figure } from "../messages";

export function centreOfMass(figure: Figure, pose: Pose): Vec3 {
  const sum: Vec3 = [0, 0, 0];
  for (const { joint, share, at } of figure.masses) {
    const [place, arm] = [vec3(pose.positions, joint), turned(quat(pose.rotations, joint), at)];
    for (let k = 0; k < 3; k++) sum[k] += share * (place[k] + arm[k]);
  }
  return sum;
}
