import { Group, Mesh, MeshStandardMaterial, Points, PointsMaterial, type BufferGeometry, type Object3D } from 'three';
import { formatCount } from '@/lib/format';
import { onlyGivenBytes } from './given-bytes';
import { gltfNeeds, someOf } from './gltf-needs';
import { sceneFormat, type SceneFormat } from './scene-format';

export interface LoadedScene {
  object: Object3D;
  /** What of the file is not shown, in sentences. */
  notes: readonly string[];
  /** Files for printers have their height along z. */
  isZUp: boolean;
}

/** Why a file cannot be shown, in a sentence for people. */
export class UnreadableScene extends Error {}

/** @throws UnreadableScene, or whatever the reader threw */
export async function loadScene(bytes: ArrayBuffer, contentType: string, name: string): Promise<LoadedScene> {
  const format = sceneFormat(new Uint8Array(bytes), contentType, name);
  if (!format) throw new UnreadableScene('Nothing tells which format the file has.');
  const scene = await READERS[format](bytes);
  return { ...scene, isZUp: format === 'stl' };
}

type Reader = (bytes: ArrayBuffer) => Promise<Omit<LoadedScene, 'isZUp'>>;

const READERS: Readonly<Record<SceneFormat, Reader>> = {
  glb: readGltf,
  gltf: readGltf,
  obj: async (bytes) => {
    const { OBJLoader } = await import('three/addons/loaders/OBJLoader.js');
    const text = new TextDecoder().decode(bytes);
    const library = /^mtllib\s+(.+)$/m.exec(text)?.[1]?.trim();
    const notes = library ? [`Its materials lie in another file, ${someOf([library])}, and are left out.`] : [];
    return { object: new OBJLoader().parse(text), notes };
  },
  stl: async (bytes) => {
    const { STLLoader } = await import('three/addons/loaders/STLLoader.js');
    const geometry = new STLLoader().parse(bytes);
    // Many writers leave them zero.
    geometry.computeVertexNormals();
    return { object: plain(geometry), notes: [] };
  },
  ply: async (bytes) => {
    const { PLYLoader } = await import('three/addons/loaders/PLYLoader.js');
    return { object: plain(new PLYLoader().parse(bytes)), notes: [] };
  },
};

async function readGltf(bytes: ArrayBuffer): Promise<Omit<LoadedScene, 'isZUp'>> {
  const { buffers, images, extensions, animations } = gltfNeeds(new Uint8Array(bytes));
  if (buffers.length > 0) {
    throw new UnreadableScene(
      `Its shapes lie in other files (${someOf(buffers)}), and Flowdeck opens no other file for it. A GLB holds all in one.`,
    );
  }
  if (extensions.length > 0) {
    throw new UnreadableScene(`It is written in a way that this viewer does not read: ${someOf(extensions)}.`);
  }
  const { GLTFLoader } = await import('three/addons/loaders/GLTFLoader.js');
  const { scenes, scene = scenes[0] } = await new GLTFLoader().register(onlyGivenBytes).parseAsync(bytes, '');
  if (!scene) throw new UnreadableScene('It holds parts for others and no scene of its own.');
  return {
    object: scene,
    notes: [
      ...(images.length > 0 ? [`Pictures that lie in other files are left out: ${someOf(images)}.`] : []),
      ...(animations > 0 ? [`${formatCount(animations, 'animation')} not played.`] : []),
    ],
  };
}

/** Formats without surfaces: a plain one. What has no faces is a cloud of points. */
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
