import { Group, Mesh, MeshStandardMaterial, Points, PointsMaterial, type BufferGeometry, type Object3D } from 'three';
import { someOf } from './gltf-needs';
import { UnreadableScene, type LoadedScene, type ReadScene } from './loaded-scene';
import { readGltf } from './read-gltf';
import { readFbx, readUsd } from './read-with-images';
import { sceneFormat, type SceneFormat } from './scene-format';

/** @throws UnreadableScene, or whatever the reader threw */
export async function loadScene(bytes: ArrayBuffer, contentType: string, name: string): Promise<LoadedScene> {
  const format = sceneFormat(new Uint8Array(bytes), contentType, name);
  if (!format) throw new UnreadableScene('Nothing tells which format the file has.');
  const { clips = [], ...scene } = await READERS[format](bytes);
  // A clip without length is a pose.
  return { ...scene, clips: clips.filter(({ duration }) => duration > 0), isZUp: format === 'stl' };
}

const READERS: Readonly<Record<SceneFormat, (bytes: ArrayBuffer) => Promise<ReadScene>>> = {
  glb: readGltf,
  gltf: readGltf,
  fbx: readFbx,
  usd: readUsd,
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
