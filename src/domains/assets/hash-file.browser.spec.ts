import { createBLAKE3 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { startWorker } from '@/lib/worker-factory';
import { hashFile } from './hash-file';
import type { HashReply, HashRequest } from './hash-protocol';
// oxlint-disable-next-line import/default -- Vite makes the module of this address
import hashWorkerUrl from './hash-worker?worker&url';

const MIB = 1024 * 1024;

/** Bytes that differ in every chunk, so that a lost or repeated chunk is detected. */
function pattern(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) bytes[index] = (index * 31 + (index >>> 12)) & 0xff;
  return bytes;
}

async function expected(bytes: Uint8Array): Promise<string> {
  const hasher = await createBLAKE3();
  return `blake3:${hasher.init().update(bytes).digest('hex')}`;
}

/** Returns the last reply of the worker. */
async function replyOf(request: HashRequest): Promise<HashReply> {
  const worker = startWorker(hashWorkerUrl);
  try {
    return await new Promise<HashReply>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<HashReply>) => {
        if (data.kind !== 'progress') resolve(data);
      });
      worker.addEventListener('error', ({ message }) => reject(new Error(message)));
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

describe('hashFile', () => {
  it('returns the digest of an empty file', async () => {
    expect(await hashFile(new File([], 'empty'))).toBe(
      'blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
    );
  });

  it.each([1, 4 * MIB - 1, 4 * MIB, 4 * MIB + 1, 13 * MIB + 7])(
    'returns the same digest as a single pass over %i bytes',
    async (size) => {
      const bytes = pattern(size);
      expect(await hashFile(new File([bytes], 'x'))).toBe(await expected(bytes));
    },
  );

  it('returns the same digest without vector instructions', async () => {
    const file = new File([pattern(9 * MIB + 5)], 'x');
    const plain = await replyOf({ file, simd: false });
    expect(plain).toEqual(await replyOf({ file }));
    expect(plain).toEqual({ kind: 'done', digest: (await expected(pattern(9 * MIB + 5))).replace('blake3:', '') });
  });

  it('reports progress, and can be aborted', async () => {
    const file = new File(
      Array.from({ length: 64 }, () => pattern(4 * MIB)),
      'large',
    );
    const controller = new AbortController();
    const seen: number[] = [];
    const hashing = hashFile(file, {
      signal: controller.signal,
      onProgress: (bytes) => {
        seen.push(bytes);
        controller.abort(new Error('enough'));
      },
    });
    await expect(hashing).rejects.toThrow('enough');
    expect(seen[0]).toBeGreaterThan(0);
    expect(seen[0]).toBeLessThan(file.size);
  });

  it('J-1.14: identifies a file by its object, not by name and size', async () => {
    const left = new File(['aaaa'], 'same.png', { lastModified: 1 });
    const right = new File(['bbbb'], 'same.png', { lastModified: 1 });
    expect(await hashFile(left)).not.toBe(await hashFile(right));
  });

  it('hashes many files, two at a time', async () => {
    const files = Array.from({ length: 6 }, (_, index) => new File([`file ${index}`], `${index}`));
    const hashes = await Promise.all(files.map((file) => hashFile(file)));
    expect(new Set(hashes).size).toBe(6);
  });
});
