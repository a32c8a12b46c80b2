import { Group, Mesh, MeshStandardMaterial, Points, PointsMaterial, type BufferGeometry, type Object3D } from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { someOf } from './formats/gltf-requirements';
import { UnreadableScene, type LoadedScene, type ReadScene } from './loaded-scene';
import { readGltf } from './formats/read-gltf';
import { readFbx, readUsd } from './formats/read-with-images';
import { sceneFormat, type SceneFormat } from './scene-format';

/** Reads a 3D file of any supported format. @throws UnreadableScene, or any error of the loader */
export async function loadScene(bytes: ArrayBuffer, contentType: string, name: string): Promise<LoadedScene> {
  const format = sceneFormat(new Uint8Array(bytes), contentType, name);
  if (!format) throw new UnreadableScene('The format of the file is unknown.');
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
    const notes = library ? [`Its materials lie in another file, ${someOf([library])}, and are left out.`] : [];
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
