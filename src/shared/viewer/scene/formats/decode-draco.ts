import type { Decoder, DracoModule, Mesh, PointCloud } from 'three/addons/libs/draco/gltf/draco_wasm_wrapper.js';
import type {
  DracoAttribute,
  DracoAttributeRequest,
  DracoGeometry,
  DracoNumbers,
  DracoRequest,
} from '@/shared/viewer/scene/formats/draco-protocol';

/** @throws Error if the bytes are not Draco data, are corrupt, or lack a requested attribute */
export function decodeDraco(draco: DracoModule, { bytes, attributes }: DracoRequest): DracoGeometry {
  const decoder = new draco.Decoder();
  const data = new Int8Array(bytes);
  const isMesh = decoder.GetEncodedGeometryType(data) === draco.TRIANGULAR_MESH;
  const shape = isMesh ? new draco.Mesh() : new draco.PointCloud();
  try {
    // `isMesh` determined the class of the geometry.
    const status = isMesh
      ? decoder.DecodeArrayToMesh(data, data.byteLength, shape as Mesh)
      : decoder.DecodeArrayToPointCloud(data, data.byteLength, shape);
    if (!status.ok() || shape.ptr === 0) throw new Error(`Draco: ${status.error_msg()}`);
    return {
      index: isMesh ? readIndex(draco, decoder, shape as Mesh) : null,
      attributes: attributes.map((request) => readAttribute(draco, decoder, shape, request)),
    };
  } finally {
    draco.destroy(shape);
    draco.destroy(decoder);
  }
}

function readIndex(draco: DracoModule, decoder: Decoder, mesh: Mesh): Uint32Array {
  const bytes = mesh.num_faces() * 3 * Uint32Array.BYTES_PER_ELEMENT;
  return new Uint32Array(copyOut(draco, bytes, (at) => decoder.GetTrianglesUInt32Array(mesh, bytes, at)));
}

function readAttribute(
  draco: DracoModule,
  decoder: Decoder,
  shape: PointCloud,
  { name, id, numbers }: DracoAttributeRequest,
): DracoAttribute {
  const attribute = decoder.GetAttributeByUniqueId(shape, id);
  if (attribute.ptr === 0) throw new Error(`Draco: there is no attribute ${id}`);
  const itemSize = attribute.num_components();
  const Numbers = globalThis[numbers];
  const bytes = shape.num_points() * itemSize * Numbers.BYTES_PER_ELEMENT;
  const type = draco[TYPE_OF_NUMBERS[numbers]];
  const buffer = copyOut(draco, bytes, (at) =>
    decoder.GetAttributeDataArrayForAllPoints(shape, attribute, type, bytes, at),
  );
  return { name, array: new Numbers(buffer), itemSize };
}

const TYPE_OF_NUMBERS = {
  Float32Array: 'DT_FLOAT32',
  Int8Array: 'DT_INT8',
  Int16Array: 'DT_INT16',
  Uint8Array: 'DT_UINT8',
  Uint16Array: 'DT_UINT16',
  Uint32Array: 'DT_UINT32',
} as const satisfies Record<DracoNumbers, keyof DracoModule>;

/** Copies out data that the decoder writes to its own memory, which later parts reuse. */
function copyOut(draco: DracoModule, bytes: number, write: (pointer: number) => boolean): ArrayBuffer {
  const pointer = draco._malloc(bytes);
  try {
    if (!write(pointer)) throw new Error('Draco: a part of it cannot be read');
    return draco.HEAPU8.buffer.slice(pointer, pointer + bytes);
  } finally {
    draco._free(pointer);
  }
}
