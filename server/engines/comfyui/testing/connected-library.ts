import type { EngineLibrary } from '../../engine-library';
import { ComfyRejection } from '../client/comfy-client';
import { readLibrary } from '../library/read-library';
import type { DoubleLibrary } from './double-library';

/** The library of an engine whose ComfyUI is the double, without HTTP: for the gateway in a browser. */
export function doubleLibrary(engine: string, double: DoubleLibrary): EngineLibrary {
  const client: Parameters<typeof readLibrary>[0] = {
    async getFile(path) {
      const { status, body } = double.answer(path);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
      if (status !== 200) throw new ComfyRejection(path, status, '');
      return bytes;
    },
  };
  return { engine, read: (item, signal) => readLibrary(client, item, signal) };
}
