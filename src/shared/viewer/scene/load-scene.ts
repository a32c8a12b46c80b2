import {
  Group,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  InstancedMesh,
  type BufferGeometry,
  type Object3D,
} from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { t } from '@/lib/i18n/messages';
import { someOf } from './formats/gltf-requirements';
import { UnreadableScene, type LoadedScene, type ReadScene } from './loaded-scene';
import { readGltf } from './formats/read-gltf';
import { readFbx, readUsd } from './formats/read-with-images';
import { formatInteger } from '@/lib/format';

const FORMAT_OF_END = {
  glb: 'glb',
  gltf: 'gltf',
  obj: 'obj',
  stl: 'stl',
  ply: 'ply',
  fbx: 'fbx',
  usd: 'usd',
  usda: 'usd',
  usdc: 'usd',
  usdz: 'usd',
} as const;

type SceneFormat = (typeof FORMAT_OF_END)[keyof typeof FORMAT_OF_END];

const FORMAT_OF_TYPE: Readonly<Record<string, SceneFormat>> = {
  'model/gltf-binary': 'glb',
  'model/gltf+json': 'gltf',
  'model/obj': 'obj',
  'model/stl': 'stl',
  'model/ply': 'ply',
  'model/fbx': 'fbx',
  'model/vnd.usd': 'usd',
  'model/vnd.usda': 'usd',
  'model/vnd.usdz+zip': 'usd',
};

/** First bytes of each format. USDZ starts like any other zip. */
const FORMAT_OF_START: readonly (readonly [RegExp, SceneFormat])[] = [
  [/^glTF/, 'glb'],
  [/^ply\s/, 'ply'],
  [/^(?:Kaydara FBX|; FBX)/, 'fbx'],
  [/^(?:PXR-USDC|#usda)/, 'usd'],
];
const START_BYTES = 16;

/** Returns the format of a file: by its first bytes if they identify it, then by its type, then by its name. */
export function sceneFormat(bytes: Uint8Array, contentType: string, name: string): SceneFormat | null {
  const start = String.fromCharCode(...bytes.subarray(0, START_BYTES));
  const begun = FORMAT_OF_START.find(([pattern]) => pattern.test(start));
  if (begun) return begun[1];
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const end = name.toLowerCase().split('.').at(-1) ?? '';
  return FORMAT_OF_TYPE[type] ?? (isEnd(end) ? FORMAT_OF_END[end] : null);
}

function isEnd(end: string): end is keyof typeof FORMAT_OF_END {
  return Object.hasOwn(FORMAT_OF_END, end);
}

/** Reads a 3D file of any supported format. @throws UnreadableScene, or any error of the loader */
export async function loadScene(bytes: ArrayBuffer, contentType: string, name: string): Promise<LoadedScene> {
  const format = sceneFormat(new Uint8Array(bytes), contentType, name);
  if (!format) throw new UnreadableScene(t('The format of the file is unknown.'));
  const { clips = [], ...scene } = await READERS[format](bytes);
  // A clip of zero length is a pose.
  return { ...scene, clips: clips.filter(({ duration }) => duration > 0), isZUp: format === 'stl' };
}

const READERS: Readonly<Record<SceneFormat, (bytes: ArrayBuffer) => Promise<ReadScene>>> = {
  glb: readGltf,
  gltf: readGltf,
  fbx: readFbx,
  usd: readUsd,
  obj: async (bytes) => {
    const text = new TextDecoder().decode(bytes);
    const library = /^mtllib\s+(.+)$/m.exec(text)?.[1]?.trim();
    const notes = library
      ? [t('Its materials lie in another file, {names}, and are left out.', { names: someOf([library]) })]
      : [];
    return { object: new OBJLoader().parse(text), notes };
  },
  stl: async (bytes) => {
    const geometry = new STLLoader().parse(bytes);
    // Many exporters write zero normals.
    geometry.computeVertexNormals();
    return { object: plain(geometry), notes: [] };
  },
  ply: async (bytes) => ({ object: plain(new PLYLoader().parse(bytes)), notes: [] }),
};

/** Adds a plain material for formats without materials. A geometry without faces is a point cloud. */
function plain(geometry: BufferGeometry): Object3D {
  const group = new Group();
  const vertexColors = geometry.hasAttribute('color');
  const color = vertexColors ? 0xffffff : 0xc4c4c8;
  const isCloud = geometry.index === null && !geometry.hasAttribute('normal');
  if (isCloud) {
    group.add(new Points(geometry, new PointsMaterial({ color, vertexColors, size: 2, sizeAttenuation: false })));
    return group;
  }
  if (!geometry.hasAttribute('normal')) geometry.computeVertexNormals();
  group.add(new Mesh(geometry, new MeshStandardMaterial({ color, vertexColors, roughness: 0.7 })));
  return group;
}

/** Larger scenes would block the page during the upload to the GPU, or exhaust its memory. */
const MAX_OBJECTS = 100_000;
const MAX_VERTICES = 60_000_000;

/** Checks the size of a loaded scene before the page renders it. @throws UnreadableScene if it is too large */
export function checkSceneLimits(object: Object3D): void {
  let objects = 0;
  let vertices = 0;
  object.traverse((part) => {
    objects += 1;
    if (part instanceof Mesh || part instanceof Points) {
      // three types the geometry by a parameter that `instanceof` leaves open.
      vertices += vertexCount(part.geometry as BufferGeometry) * (part instanceof InstancedMesh ? part.count : 1);
    }
  });
  if (objects > MAX_OBJECTS || vertices > MAX_VERTICES) {
    throw new UnreadableScene(
      t(
        'It has {parts} parts with {vertices} vertices. Flowdeck renders up to {maxParts} parts and {maxVertices} vertices.',
        {
          parts: formatInteger(objects),
          vertices: formatInteger(vertices),
          maxParts: formatInteger(MAX_OBJECTS),
          maxVertices: formatInteger(MAX_VERTICES),
        },
      ),
    );
  }
}

function vertexCount({ index, attributes }: BufferGeometry): number {
  return index?.count ?? attributes['position']?.count ?? 0;
}
