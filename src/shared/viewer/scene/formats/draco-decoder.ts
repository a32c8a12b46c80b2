import { BufferAttribute, BufferGeometry } from 'three';
import { startWorker } from '@/lib/worker-factory';
import type { DracoNumbers, DracoReply, DracoRequest } from '@/shared/viewer/scene/formats/draco-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/shared/viewer/scene/formats/draco-worker?worker&url';

/**
 * Replaces three's `DRACOLoader`, whose worker is created from text, with the same decoder in a bundled worker. One decoder reads
 * one file.
 */
export class DracoDecoder {
  #worker = startWorker(workerUrl);
  #waiting: { resolve: (geometry: BufferGeometry) => void; reject: (problem: unknown) => void }[] = [];

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<DracoReply>) => {
      const next = this.#waiting.shift();
      if (data.ok) next?.resolve(geometryOf(data.geometry));
      else next?.reject(new Error(data.message));
    });
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(message || 'the worker failed'));
    });
  }

  /** Called by the loader before first use; the worker is already starting. */
  preload(): this {
    return this;
  }

  /** Called by the glTF loader with the ids and number types of attributes, by their names in three. */
  decodeDracoFile(
    bytes: ArrayBuffer,
    resolve: (geometry: BufferGeometry) => void,
    ids: Readonly<Record<string, number>>,
    numbers: Readonly<Record<string, DracoNumbers>>,
    _colorSpace: string,
    reject: (problem: unknown) => void,
  ): void {
    const attributes = Object.entries(ids).map(([name, id]) => ({
      name,
      id,
      numbers: numbers[name] ?? 'Float32Array',
    }));
    this.#waiting.push({ resolve, reject });
    this.#worker.postMessage({ bytes, attributes } satisfies DracoRequest);
  }

  end(): void {
    this.#worker.terminate();
  }
}

function geometryOf({ index, attributes }: Extract<DracoReply, { ok: true }>['geometry']): BufferGeometry {
  const geometry = new BufferGeometry();
  if (index) geometry.setIndex(new BufferAttribute(index, 1));
  for (const { name, array, itemSize } of attributes) geometry.setAttribute(name, new BufferAttribute(array, itemSize));
  return geometry;
}
