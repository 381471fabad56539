// The floor: squares of a metre. Short lines, because some drawing in software loses those that pass behind the camera.
import { BufferGeometry, type Color, Float32BufferAttribute, LineBasicMaterial, LineSegments } from "three";

const REACH = 20; // [m] to each side

export function floorGrid(plain: Color, strong: Color): LineSegments {
  const ends: number[] = [];
  const colours: number[] = [];
  for (let line = -REACH; line <= REACH; line++) {
    const { r, g, b } = line % 5 === 0 ? strong : plain;
    for (let k = -REACH; k < REACH; k++) {
      ends.push(line, 0, k, line, 0, k + 1, k, 0, line, k + 1, 0, line);
      for (let n = 0; n < 4; n++) colours.push(r, g, b);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(ends, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, toneMapped: false }));
}
