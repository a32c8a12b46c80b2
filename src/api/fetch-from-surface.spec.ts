import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './client';
import { fetchText, MAX_LIST_BYTES } from './fetch-from-surface';
import { ListedPage } from './surfaces/listed-jobs';
import type { Surface } from './surface';

const surface: Surface = {
  id: 'a',
  name: 'A',
  baseUrl: 'https://a.example',
  routerBaseUrl: null,
  kind: 'self-hosted',
};

beforeEach(() => vi.stubGlobal('location', new URL('https://console.example')));
afterEach(() => vi.unstubAllGlobals());

const MIB = 1024 * 1024;

/** Sends `mib` of spaces, compressed; returns how many bytes were decompressed before the page stopped reading. */
function serveSpaces(mib: number): { readMib: () => number } {
  let read = 0;
  const part = new Response(
    new Blob([new Uint8Array(MIB).fill(32)]).stream().pipeThrough(new CompressionStream('gzip')),
  ).bytes();
  const body = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        if (read === mib) return controller.close();
        read += 1;
        const plain = new Response(new Blob([await part])).body?.pipeThrough(new DecompressionStream('gzip'));
        controller.enqueue(new Uint8Array(await new Response(plain).arrayBuffer()));
      },
    });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(body(), { headers: { 'content-type': 'application/json' } })),
  );
  return { readMib: () => read };
}

describe('bodies of servers', () => {
  it('are read up to a limit after decompression, and not further', async () => {
    const { readMib } = serveSpaces(600);
    await expect(fetchText(surface, 'https://a.example/any', { maxBytes: 2 * MIB })).rejects.toMatchObject({
      code: 'response_too_large',
      message: expect.stringContaining('sent more than 2.00 MiB in one response') as string,
    });
    expect(readMib()).toBeLessThan(6);
  });

  it('have a lower limit for one page of jobs', async () => {
    const { readMib } = serveSpaces(600);
    const reading = call(surface, 'listJobs', { read: ListedPage });
    await expect(reading).rejects.toMatchObject({ code: 'response_too_large', kind: 'malformed' });
    expect(readMib()).toBeLessThan(MAX_LIST_BYTES / MIB + 4);
  });

  it('with more jobs than a page may have are not shown, and say how many they are', async () => {
    const jobs = Array.from({ length: 100_000 }, (_, index) => ({ id: String(index) }));
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ jobs, next_cursor: null })));
    await expect(call(surface, 'listJobs', { read: ListedPage })).rejects.toThrow(
      'The server sent 100,000 jobs at once, which are not shown. Check the server, and its URL in Settings › Servers.',
    );
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ jobs: jobs.slice(0, 1000), next_cursor: null })));
    const { body } = await call(surface, 'listJobs', { read: ListedPage });
    expect(body.jobs).toHaveLength(1000);
  });

  it('keep characters that are cut by a part of the body', async () => {
    const bytes = new TextEncoder().encode('{"title":"Zürich 🎈"}');
    const body = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)));
    const { text } = await fetchText(surface, 'https://a.example/any', {});
    expect(text).toBe('{"title":"Zürich 🎈"}');
  });
});
