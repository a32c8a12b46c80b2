/** Request to the Draco worker: one compressed part of a file per message. */
export interface DracoRequest {
  bytes: ArrayBuffer;
  attributes: readonly DracoAttributeRequest[];
}

/** Number types of glTF attributes. */
export type DracoNumbers = 'Float32Array' | 'Int8Array' | 'Int16Array' | 'Uint8Array' | 'Uint16Array' | 'Uint32Array';

export interface DracoAttributeRequest {
  name: string;
  /** Id of the attribute in the compressed part. */
  id: number;
  numbers: DracoNumbers;
}

export interface DracoGeometry {
  /** Three corners per triangle; `null` for a point cloud. */
  index: Uint32Array | null;
  attributes: readonly DracoAttribute[];
}

export interface DracoAttribute {
  name: string;
  array: InstanceType<(typeof globalThis)[DracoNumbers]>;
  itemSize: number;
}

/** One reply per request, in order. */
export type DracoReply = { ok: true; geometry: DracoGeometry } | { ok: false; message: string };
