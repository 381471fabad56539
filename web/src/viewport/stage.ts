// The scene, its camera and its light; drawn when something changed, and not otherwise.
import {
  AmbientLight,
  DirectionalLight,
  type LineSegments,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { colour } from "./colours";
import { floorGrid } from "./floor_grid";

const DRAWS = !new URLSearchParams(location.search).has("nodraw"); // measures leave drawing out

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(38, 1, 0.01, 2000);
  readonly controls: OrbitControls;
  readonly canvas: HTMLCanvasElement;
  draws = 0;
  private readonly renderer: WebGLRenderer | null;
  private grid: LineSegments | null = null;
  private asked = false;
  private fixed: { width: number; height: number } | null = null;
  private before: (() => void)[] = [];

  constructor(readonly box: HTMLElement) {
    this.renderer = made();
    this.canvas = this.renderer?.domElement ?? document.createElement("canvas");
    this.canvas.className = "scene";
    box.append(this.canvas);
    if (!this.renderer && DRAWS) box.append("This browser draws no 3D (WebGL is off). Everything else works.");
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = Math.PI * 0.98;
    this.controls.minDistance = 0.1;
    this.camera.position.set(2.6, 1.6, 3.6);
    this.controls.target.set(0, 0.95, 0);
    this.controls.addEventListener("change", () => this.invalidate());
    this.light();
    this.theme();
    new ResizeObserver(() => this.resize()).observe(box);
    this.resize();
  }

  /** Called before each drawing. */
  beforeDraw(act: () => void): void {
    this.before.push(act);
  }

  invalidate(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => this.asked && this.draw()); // a picture may have been taken meanwhile
  }

  /** What is seen, as a picture. */
  png(): Promise<Blob> {
    this.draw();
    return new Promise((resolve, reject) =>
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("this browser makes no pictures")))),
    );
  }

  /** A picture of another size than the window; null: as large as the window again. */
  sized(size: { width: number; height: number } | null): void {
    this.fixed = size;
    this.resize();
  }

  /** Where a place is in the box [px]; null behind the camera. */
  project(place: Vector3): { x: number; y: number } | null {
    this.camera.updateMatrixWorld();
    const p = place.clone().project(this.camera);
    if (p.z > 1) return null;
    return { x: ((p.x + 1) / 2) * this.box.clientWidth, y: ((1 - p.y) / 2) * this.box.clientHeight };
  }

  theme(): void {
    this.scene.background = colour("stage");
    if (this.grid) this.scene.remove(this.grid);
    this.grid = floorGrid(colour("grid"), colour("grid-strong"));
    this.scene.add(this.grid);
    this.invalidate();
  }

  /** The grid follows the camera in steps of its strong lines, so that the floor has no end. */
  private moveGrid(): void {
    const { x, z } = this.controls.target;
    this.grid?.position.set(5 * Math.round(x / 5), 0, 5 * Math.round(z / 5));
  }

  private draw(): void {
    this.asked = false;
    this.moveGrid();
    this.camera.updateMatrixWorld();
    for (const act of this.before) act();
    this.draws += 1;
    if (DRAWS) this.renderer?.render(this.scene, this.camera);
    else this.scene.updateMatrixWorld();
  }

  private resize(): void {
    const width = this.fixed?.width ?? this.box.clientWidth;
    const height = this.fixed?.height ?? this.box.clientHeight;
    if (!width || !height) return;
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer?.setPixelRatio(this.fixed ? 1 : Math.min(devicePixelRatio, 2));
    this.renderer?.setSize(width, height, false);
    this.invalidate();
  }

  private light(): void {
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(3, 6, 4);
    this.scene.add(new AmbientLight(0xffffff, 1.4), sun);
  }
}

function made(): WebGLRenderer | null {
  try {
    return new WebGLRenderer({ antialias: true, preserveDrawingBuffer: false });
  } catch {
    return null;
  }
}
