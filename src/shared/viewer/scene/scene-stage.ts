import {
  Box3,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  NeutralToneMapping,
  PerspectiveCamera,
  PMREMGenerator,
  Points,
  Scene,
  SkinnedMesh,
  Sphere,
  Texture,
  Vector3,
  WebGLRenderer,
  type WebGLRenderTarget,
  type Object3D,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { materialsOf } from './scene-details';

const FIELD_DEGREES = 40;
/** Initial camera direction: from the right, slightly from above. */
const INITIAL_DIRECTION = new Vector3(0.8, 0.55, 1).normalize();
const MARGIN = 1.15;
const MAX_PIXEL_RATIO = 2;
/** Longest animation step. A hidden tab gets no frames: its animation pauses, then continues from the same time. */
const MAX_STEP_S = 0.1;

/** A scene on its own canvas that can be rotated. Renders only when something changes. */
export class SceneStage {
  #renderer: WebGLRenderer;
  #scene = new Scene();
  #camera = new PerspectiveCamera(FIELD_DEGREES);
  #controls: OrbitControls;
  #holder = new Group();
  #room: WebGLRenderTarget | null = null;
  #resize: ResizeObserver;
  #frame = 0;
  #motion: ((seconds: number) => void) | null = null;
  #lastFrameMs: number | null = null;

  /** @param isCalm disables damping, so that motion ends with the gesture @throws if this browser has no WebGL */
  constructor(place: HTMLElement, object: Object3D, isCalm: boolean) {
    this.#renderer = new WebGLRenderer({ antialias: true, alpha: true });
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.setPixelRatio(Math.min(devicePixelRatio, MAX_PIXEL_RATIO));
    const canvas = this.#renderer.domElement;
    canvas.setAttribute('aria-hidden', 'true');
    place.append(canvas);

    const metals = metalsOf(object);
    if (metals.length > 0 && isQuick(this.#renderer)) {
      this.#room = this.#makeRoom();
      this.#scene.environment = this.#room.texture;
      this.#scene.environmentIntensity = 0.5;
    } else {
      for (const material of metals) material.metalness = 0;
    }
    // A light beside the camera: every visible side is lit, and shading shows the shape.
    const lamp = new DirectionalLight(0xffffff, this.#room ? 1.2 : 2.6);
    lamp.position.set(0.6, 0.8, 1);
    this.#camera.add(lamp);
    this.#scene.add(this.#camera, new HemisphereLight(0xffffff, 0x60606a, this.#room ? 0.3 : 0.9), this.#holder);
    this.#holder.add(object);

    this.#controls = new OrbitControls(this.#camera, canvas);
    this.#controls.enableDamping = !isCalm;
    this.#controls.addEventListener('change', this.redraw);
    canvas.addEventListener('webglcontextrestored', this.redraw);
    this.#resize = new ResizeObserver(() => this.#measure(place));
    this.#resize.observe(place);
    this.#measure(place);
    this.fit();
  }

  /** Fits the whole object into view, from the initial direction. */
  fit(): void {
    const { center, radius } = new Box3().setFromObject(this.#holder).getBoundingSphere(new Sphere());
    const size = Number.isFinite(radius) && radius > 0 ? radius : 1;
    const half = (FIELD_DEGREES * Math.PI) / 360;
    const narrow = Math.atan(Math.tan(half) * Math.min(1, this.#camera.aspect));
    const distance = (size * MARGIN) / Math.sin(narrow);
    this.#camera.near = size / 1000;
    this.#camera.far = distance + size * 1000;
    this.#camera.updateProjectionMatrix();
    this.#camera.position.copy(center).addScaledVector(INITIAL_DIRECTION, distance);
    this.#controls.target.copy(center);
    this.#controls.update();
    this.redraw();
  }

  /** Rotates the camera by radians to the right and up. */
  turn(right: number, up: number): void {
    this.#controls.rotateLeft(right);
    this.#controls.rotateUp(up);
    this.redraw();
  }

  zoomBy(factor: number): void {
    this.#controls.dollyIn(1 / factor);
    this.redraw();
  }

  showWires(isOn: boolean): void {
    this.#holder.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      for (const material of materialsOf(part)) if ('wireframe' in material) material.wireframe = isOn;
    });
    this.redraw();
  }

  /** Sets whether the file's up axis is z. */
  setZUp(isZUp: boolean): void {
    this.#holder.rotation.x = isZUp ? -Math.PI / 2 : 0;
    this.fit();
  }

  /** Sets a function called before each frame and renders frames continuously; `null` stops it. */
  setMotion(motion: ((seconds: number) => void) | null): void {
    this.#motion = motion;
    this.#lastFrameMs = null;
    this.redraw();
  }

  /** Releases the GPU resources: a browser supports few such canvases. */
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#resize.disconnect();
    this.#controls.dispose();
    this.#holder.traverse(free);
    this.#room?.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
    this.#renderer.domElement.remove();
  }

  /** Creates the environment map for metals, which are black without one. */
  #makeRoom(): WebGLRenderTarget {
    const maker = new PMREMGenerator(this.#renderer);
    const room = new RoomEnvironment();
    const target = maker.fromScene(room);
    room.dispose();
    maker.dispose();
    return target;
  }

  #measure(place: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = place;
    if (width * height === 0) return;
    this.#renderer.setSize(width, height);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
    this.#draw();
  }

  /** Renders with the next frame. */
  redraw = (): void => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame((nowMs) => {
      // Damping continues after the gesture, and each of its steps requests another frame.
      this.#controls.update();
      this.#motion?.(Math.min(MAX_STEP_S, (nowMs - (this.#lastFrameMs ?? nowMs)) / 1000));
      this.#lastFrameMs = nowMs;
      this.#draw();
      if (this.#motion) this.redraw();
    });
  };

  #draw(): void {
    this.#renderer.render(this.#scene, this.#camera);
  }
}

function metalsOf(object: Object3D): MeshStandardMaterial[] {
  const found = new Set<MeshStandardMaterial>();
  object.traverse((part) => {
    if (!(part instanceof Mesh)) return;
    for (const material of materialsOf(part)) {
      if (material instanceof MeshStandardMaterial && material.metalness > 0) found.add(material);
    }
  });
  return [...found];
}

/** Returns false for software rendering: computing the environment map would block the page for seconds. */
function isQuick(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext();
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  return !/swiftshader|llvmpipe|software|basic render/i.test(name);
}

function free(part: Object3D): void {
  if (!(part instanceof Mesh || part instanceof Points)) return;
  part.geometry.dispose();
  if (part instanceof SkinnedMesh) part.skeleton.dispose();
  for (const material of materialsOf(part)) {
    for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
    material.dispose();
  }
}
