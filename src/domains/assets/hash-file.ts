import { t } from '@/lib/i18n/messages';
import { startWorker } from '@/lib/worker-factory';
import type { HashReply, HashRequest } from '@/domains/assets/hash-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import hashWorkerUrl from '@/domains/assets/hash-worker?worker&url';

/** More workers would only compete for disk and CPU. */
const MAX_WORKERS = 2;

export class FileUnreadableError extends Error {
  constructor(name: string, options?: ErrorOptions) {
    super(t('The browser cannot read {name} any more: it was moved or changed. Choose it again.', { name }), options);
    this.name = 'FileUnreadableError';
  }
}

export interface HashOptions {
  signal?: AbortSignal;
  /** Bytes hashed so far. */
  onProgress?: (bytes: number) => void;
}

/** Keyed by object: name, size and time do not identify the bytes. */
const known = new WeakMap<File, string>();

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Returns the hash of a file: `blake3:<64 hex digits>`.
 * @throws FileUnreadableError if the file cannot be read completely; the signal's reason when aborted.
 */
export async function hashFile(file: File, options: HashOptions = {}): Promise<string> {
  const remembered = known.get(file);
  if (remembered) return remembered;
  await takeTurn(options.signal);
  try {
    const hash = `blake3:${await hashInWorker(file, options)}`;
    known.set(file, hash);
    return hash;
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function takeTurn(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  if (running >= MAX_WORKERS) {
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(go);
    });
  }
  running += 1;
}

function hashInWorker(file: File, { signal, onProgress }: HashOptions): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const worker = startWorker(hashWorkerUrl);
    const finish = (settle: () => void) => {
      worker.terminate();
      signal?.removeEventListener('abort', cancel);
      settle();
    };
    const cancel = () => finish(() => reject(signal?.reason));
    signal?.addEventListener('abort', cancel, { once: true });
    worker.addEventListener('message', (event: MessageEvent<HashReply>) => {
      const reply = event.data;
      if (reply.kind === 'progress') onProgress?.(reply.bytes);
      else if (reply.kind === 'done') finish(() => resolve(reply.digest));
      else finish(() => reject(new FileUnreadableError(file.name, { cause: reply.message })));
    });
    worker.addEventListener('error', (event) => {
      finish(() => reject(new Error(`The hash worker did not start: ${event.message}`)));
    });
    worker.postMessage({ file } satisfies HashRequest);
  });
}
