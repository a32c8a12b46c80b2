import type { Clock } from '../../clock';
import { SerialChild } from '../../child-process/serial-child';
import type { Thumbnailer } from './thumbnailer';

const IDLE_MS = 30_000;
const TIMEOUT_MS = 15_000;
/** JavaScript heap limit of the child; images are in native memory. */
const MAX_HEAP_MB = 64;
/** Memory limit: twice what the largest image takes that `makeThumbnail` accepts. */
const MAX_MEMORY_MB = 900;

export interface ThumbnailRequest {
  path: string;
  side: number;
}

/** Makes thumbnails in a dedicated process: a crash of the image library costs one thumbnail. */
export class ChildThumbnailer implements Thumbnailer {
  readonly #child: SerialChild<ThumbnailRequest, Uint8Array | null>;

  /** @param script the built `thumbnail-child`. */
  constructor(script: string, clock: Clock) {
    this.#child = new SerialChild({
      script,
      clock,
      idleMs: IDLE_MS,
      timeoutMs: TIMEOUT_MS,
      maxHeapMb: MAX_HEAP_MB,
      maxMemoryMb: MAX_MEMORY_MB,
      addons: true,
      name: 'thumbnailer',
      taskName: 'picture',
    });
  }

  /** Rejects if the process crashes or times out on this image; the next image gets a new process. */
  async thumbnail(path: string, side: number): Promise<Uint8Array | null> {
    const bytes = await this.#child.ask({ path, side });
    return bytes instanceof Uint8Array ? bytes : null;
  }

  close(): Promise<void> {
    return this.#child.close();
  }
}
