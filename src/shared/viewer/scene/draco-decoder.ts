import { BufferAttribute, BufferGeometry } from 'three';
import { startWorker } from '@/lib/trusted-worker';
import type { DracoNumbers, DracoReply, DracoRequest } from '@/workers/draco-messages';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import workerUrl from '@/workers/draco-worker?worker&url';

/**
 * In the place of three's `DRACOLoader`, whose worker is made from text: the same decoder in a worker of this build. Lives
 * while one file is read.
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

  /** The reader calls it before it needs anything; the worker is on its way already. */
  preload(): this {
    return this;
  }

  /** As the reader of glTF calls it: the numbers and kinds of its attributes by their names in three. */
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
