// A body that came with a file: its mesh, hung on the joints of the figure by their names.
import { Box3, Group, Mesh, type Object3D, Quaternion, SkinnedMesh, TextureLoader, Vector3 } from "three";
import type { Pose } from "../core/shown_motion";
import { quat, vec3 } from "../core/vectors";
import type { Figure } from "../messages";

const ENOUGH = 0.5; // the least share of the bones of a body that have to be joints of the figure

interface Hung {
  object: Object3D;
  joint: number; // -1: it goes with its parent
  size: Vector3; // as the file has it
}

export class Skin extends Group {
  private constructor(private readonly hung: Hung[]) {
    super();
  }

  take(pose: Pose): void {
    const turn = new Quaternion();
    for (const { object, joint, size } of this.hung) {
      if (joint >= 0) {
        const [w, x, y, z] = quat(pose.rotations, joint);
        object.matrixWorld.compose(new Vector3(...vec3(pose.positions, joint)), turn.set(x, y, z, w), size);
      } else if (object.parent) object.matrixWorld.multiplyMatrices(object.parent.matrixWorld, object.matrix);
    }
  }

  /** Where a bone is [m]. */
  placeOf(name: string): number[] | null {
    const found = this.hung.find(({ object }) => object.name === name);
    return found ? new Vector3().setFromMatrixPosition(found.object.matrixWorld).toArray() : null;
  }

  /** All of its meshes, as they are posed. */
  bounds(): Box3 {
    const all = new Box3();
    this.traverse((object) => {
      if (!(object instanceof SkinnedMesh)) return;
      object.updateWorldMatrix(true, false);
      object.computeBoundingBox();
      all.union(object.boundingBox!.clone().applyMatrix4(object.matrixWorld));
    });
    return all;
  }

  dispose(): void {
    this.traverse((object) => object instanceof Mesh && object.geometry.dispose());
    this.removeFromParent();
  }

  /** The body in a file, for a figure; an error in words where it does not fit. */
  static async of(data: ArrayBuffer, figure: Figure): Promise<Skin> {
    const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
    const loader = new GLTFLoader();
    loader.register((parser) => {
      // pictures as the page's own policy allows them
      parser.textureLoader = new TextureLoader() as unknown as typeof parser.textureLoader;
      return { name: "pictures" };
    });
    const { scene, parser } = await loader.parseAsync(data, "");
    const nodes = (parser.json as { nodes?: { name?: string }[] }).nodes ?? [];
    const named = (object: Object3D) => {
      const node = parser.associations.get(object)?.nodes;
      return node === undefined ? object.name : (nodes[node].name ?? `node_${node}`);
    };
    return new Skin(hang(scene, figure, named)).holding(scene);
  }

  private holding(scene: Object3D): this {
    this.add(scene);
    return this;
  }
}

/** Which parts of a body go with which joints; parents come before their children. */
function hang(scene: Object3D, figure: Figure, named: (object: Object3D) => string): Hung[] {
  scene.updateMatrixWorld(true);
  const hung: Hung[] = [];
  const bones = new Set<Object3D>();
  scene.traverse((object) => {
    if (!(object instanceof SkinnedMesh)) return;
    object.frustumCulled = false;
    object.skeleton.bones.forEach((bone) => bones.add(bone));
  });
  scene.traverse((object) => {
    const joint = figure.names.indexOf(named(object));
    const size = new Vector3().setFromMatrixScale(object.matrixWorld);
    if (object instanceof SkinnedMesh) return; // which bones alone move
    hung.push({ object, joint, size });
  });
  const fitting = hung.filter(({ object, joint }) => joint >= 0 && bones.has(object)).length;
  if (fitting < ENOUGH * bones.size || !fitting)
    throw new Error(`only ${fitting} of the ${bones.size} bones of the body are joints of this figure`);
  for (const { object } of hung) {
    object.matrixAutoUpdate = false;
    object.matrixWorldAutoUpdate = false;
  }
  return hung;
}
