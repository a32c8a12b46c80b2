import { describe, expect, it } from 'vitest';
import { readEmbeddedTexts } from '../read-embedded-texts';
import { bytes, uint } from '../testing/build-bytes';
import { SparseFile } from '../testing/sparse-file';

const text = JSON.stringify({ '1': { class_type: 'A', inputs: { text: 'x'.repeat(200_000) } } });

const comments = (...values: string[]) =>
  bytes(
    uint(0, 4),
    uint(values.length, 4, true),
    ...values.flatMap((value) => [uint(Buffer.byteLength(value), 4, true), value]),
  );

function page(serial: number, flags: number, lacing: number[], content: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = bytes('OggS', [0, flags], uint(0, 8), uint(serial, 4, true), uint(0, 8), [lacing.length]);
  return bytes(header, lacing, content);
}

/** A packet on as many pages as it needs. */
function pagesOf(serial: number, flags: number, packet: Uint8Array): Uint8Array<ArrayBuffer> {
  const lacing = [...Array.from({ length: Math.floor(packet.byteLength / 255) }, () => 255), packet.byteLength % 255];
  const pages = [];
  for (let at = 0; at * 255 < packet.byteLength || at === 0; at += 255) {
    const part = lacing.slice(at, at + 255);
    pages.push(page(serial, at === 0 ? flags : 1, part, packet.subarray(at * 255, (at + 255) * 255)));
  }
  return bytes(...pages);
}

describe('readOgg', () => {
  it('puts comments together that span pages, and reads no audio', async () => {
    const start = bytes(
      pagesOf(7, 2, bytes('OpusHead', uint(0, 11))),
      pagesOf(7, 0, bytes('OpusTags', comments(`PROMPT=${text}`, 'title=x'))),
    );
    const file = new SparseFile(2 ** 31, [[0, start]]);
    const found = await readEmbeddedTexts(file, 'Ogg');
    expect(found).toMatchObject({ prompt: [text], keys: ['PROMPT', 'title'], stoppedBy: null });
    expect(file.bytesRead).toBeLessThan(2 * start.byteLength + 2 ** 20);
  });

  it('reads the comments of each stream: Theora, Vorbis and FLAC', async () => {
    const streams = ['\u0081theora', '\u0003vorbis', '\u0004\0\0\0'];
    const file = bytes(
      ...streams.map((_, serial) => pagesOf(serial, 2, bytes('head'))),
      ...streams.map((magic, serial) =>
        pagesOf(serial, 0, bytes(Buffer.from(magic, 'latin1'), comments(`prompt={"${serial}":1}`))),
      ),
    );
    const found = await readEmbeddedTexts(new Blob([file]), 'Ogg');
    expect(found.prompt).toEqual(['{"0":1}', '{"1":1}', '{"2":1}']);
  });

  it('reports what is not a page, and survives lengths that lie', async () => {
    const broken = bytes(pagesOf(1, 2, bytes('OpusHead')), 'nothing of the kind, but long enough for a header');
    expect(await readEmbeddedTexts(new Blob([broken]), 'Ogg')).toMatchObject({ stoppedBy: 'broken' });
    const lying = bytes('OpusTags', uint(0xffff_ffff, 4), uint(5, 4, true), uint(0xffff_ffff, 4));
    const found = await readEmbeddedTexts(
      new Blob([bytes(pagesOf(1, 2, bytes('OpusHead')), pagesOf(1, 0, lying))]),
      'Ogg',
    );
    expect(found.prompt).toEqual([]);
  });
});
