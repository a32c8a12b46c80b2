/** To the Draco worker: one compressed part of a file a question. */
export interface DracoRequest {
  bytes: ArrayBuffer;
  attributes: readonly DracoAttributeWish[];
}

/** Kinds of numbers that a glTF may ask for. */
export type DracoNumbers = 'Float32Array' | 'Int8Array' | 'Int16Array' | 'Uint8Array' | 'Uint16Array' | 'Uint32Array';

export interface DracoAttributeWish {
  name: string;
  /** Its number in the compressed part. */
  id: number;
  numbers: DracoNumbers;
}

export interface DracoGeometry {
  /** Three corners a triangle; null of a cloud of points. */
  index: Uint32Array | null;
  attributes: readonly DracoAttribute[];
}

export interface DracoAttribute {
  name: string;
  array: InstanceType<(typeof globalThis)[DracoNumbers]>;
  itemSize: number;
}

/** One for each request, in their order. */
export type DracoReply = { ok: true; geometry: DracoGeometry } | { ok: false; message: string };
