import { createBLAKE3 } from 'hash-wasm';
import type { HashReply, HashRequest } from './hash-protocol';
import { readChunks } from '@/lib/files/read-chunks';

const PROGRESS_INTERVAL_MS = 60;

const reply = (message: HashReply) => self.postMessage(message);

self.addEventListener('message', (event: MessageEvent<HashRequest>) => {
  hash(event.data.file).then(
    (digest) => reply({ kind: 'done', digest }),
    (error: unknown) => reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
  );
});

async function hash(file: Blob): Promise<string> {
  const hasher = await createBLAKE3();
  hasher.init();
  let bytes = 0;
  let reportedAt = performance.now();
  await readChunks(file, (chunk) => {
    hasher.update(chunk);
    bytes += chunk.byteLength;
    const now = performance.now();
    if (now - reportedAt >= PROGRESS_INTERVAL_MS) {
      reportedAt = now;
      reply({ kind: 'progress', bytes });
    }
  });
  return hasher.digest('hex');
}
