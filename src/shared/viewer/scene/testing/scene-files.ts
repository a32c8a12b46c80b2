import { strToU8, zipSync } from 'three/addons/libs/fflate.module.js';
import { DRACO_TRIANGLE, MESHOPT_TRIANGLE, TRIANGLE_CORNERS } from './packed-triangle';

/** Files of one triangle, 2 wide and 3 high, in each supported format. */

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

const dataUri = (bytes: Uint8Array) => `data:application/octet-stream;base64,${base64(bytes)}`;

const POSITIONS = { componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [2, 3, 0] };

interface GltfParts {
  uri?: string;
  bytes?: Uint8Array;
  accessor?: object;
  primitive?: object;
  view?: object;
  more?: object;
}

/** Returns a glTF whose only mesh has the given bytes. */
export function gltf({ bytes = TRIANGLE_CORNERS, uri, accessor, primitive, view, more }: GltfParts = {}): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: 'leaf', mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...primitive }] }],
    accessors: [{ bufferView: 0, ...POSITIONS, ...accessor }],
    bufferViews: [{ buffer: 0, byteLength: bytes.byteLength, ...view }],
    buffers: [{ byteLength: bytes.byteLength, uri: uri ?? dataUri(bytes) }],
    ...more,
  });
}

export function dracoGltf(): string {
  const name = 'KHR_draco_mesh_compression';
  return gltf({
    bytes: DRACO_TRIANGLE,
    accessor: { bufferView: undefined },
    primitive: { extensions: { [name]: { bufferView: 0, attributes: { POSITION: 0 } } }, indices: 1 },
    more: {
      extensionsUsed: [name],
      extensionsRequired: [name],
      accessors: [POSITIONS, { componentType: 5125, count: 3, type: 'SCALAR' }],
    },
  });
}

export function meshoptGltf(): string {
  const name = 'EXT_meshopt_compression';
  const packed = { buffer: 0, byteLength: MESHOPT_TRIANGLE.byteLength, byteStride: 12, count: 3, mode: 'ATTRIBUTES' };
  return gltf({
    bytes: MESHOPT_TRIANGLE,
    view: { byteLength: TRIANGLE_CORNERS.byteLength, byteStride: 12, extensions: { [name]: packed } },
    more: { extensionsUsed: [name], extensionsRequired: [name] },
  });
}

/** Returns a glTF with two animations of 1 s each: one moves the triangle along x, the other rotates it. */
export function movingGltf(): string {
  const numbers = new Float32Array([0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0]);
  const bytes = new Uint8Array([...TRIANGLE_CORNERS, ...new Uint8Array(numbers.buffer)]);
  const at = TRIANGLE_CORNERS.byteLength;
  const clip = (name: string, path: string, output: number) => ({
    name,
    channels: [{ sampler: 0, target: { node: 0, path } }],
    samplers: [{ input: 1, output }],
  });
  return gltf({
    bytes,
    more: {
      accessors: [
        { bufferView: 0, ...POSITIONS },
        { bufferView: 1, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] },
        { bufferView: 2, componentType: 5126, count: 2, type: 'VEC3' },
        { bufferView: 3, componentType: 5126, count: 2, type: 'VEC4' },
      ],
      bufferViews: [
        { buffer: 0, byteLength: at },
        { buffer: 0, byteOffset: at, byteLength: 8 },
        { buffer: 0, byteOffset: at + 8, byteLength: 24 },
        { buffer: 0, byteOffset: at + 32, byteLength: 32 },
      ],
      animations: [clip('Slide', 'translation', 2), clip('Turn', 'rotation', 3)],
    },
  });
}

/** @param image name of an image in another file */
export function fbxText(image?: string): string {
  const skin = `
	Material: 20, "Material::skin", "" {
		ShadingModel: "phong"
	}
	Texture: 30, "Texture::skin", "" {
		FileName: "${image}"
	}
	Video: 40, "Video::skin", "Clip" {
		Type: "Clip"
		RelativeFilename: "${image}"
	}`;
  const skinned = `
	C: "OO",20,11
	C: "OP",30,20, "DiffuseColor"
	C: "OO",40,30`;
  return `; FBX 7.3.0 project file
FBXHeaderExtension:  {
	FBXVersion: 7300
}
Objects:  {
	Geometry: 10, "Geometry::leaf", "Mesh" {
		Vertices: *9 {
			a: 0,0,0,2,0,0,0,3,0
		}
		PolygonVertexIndex: *3 {
			a: 0,1,-3
		}
	}
	Model: 11, "Model::leaf", "Mesh" {
		Version: 232
	}${image ? skin : ''}
}
Connections:  {
	C: "OO",11,0
	C: "OO",10,11${image ? skinned : ''}
}
`;
}

export function usdText(points = '[(0, 0, 0), (2, 0, 0), (0, 3, 0)]'): string {
  return `#usda 1.0
( defaultPrim = "leaf" )
def Mesh "leaf"
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = ${points}
}
`;
}

export function usdz(): Uint8Array<ArrayBuffer> {
  return zipSync({ 'leaf.usda': strToU8(usdText()) }, { level: 0 });
}
