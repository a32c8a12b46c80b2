import { messageOf } from '@/lib/message-of';
import type { HashReply, HashRequest } from './hash-protocol';
import { createBlake3 } from '@/lib/blake3/create-blake3';
import { readChunks } from '@/lib/files/read-chunks';

const PROGRESS_INTERVAL_MS = 60;

const reply = (message: HashReply) => self.postMessage(message);

self.addEventListener('message', (event: MessageEvent<HashRequest>) => {
  hash(event.data).then(
    (digest) => reply({ kind: 'done', digest }),
    (error: unknown) => reply({ kind: 'failed', message: messageOf(error) }),
  );
});

async function hash({ file, simd }: HashRequest): Promise<string> {
  const hasher = await createBlake3(simd);
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
  return hasher.digest();
}
