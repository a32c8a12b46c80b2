import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { READ_LIMITS } from '../byte-reader';
import type { EmbeddedTexts } from '../embedded-texts';
import { readEmbeddedTexts } from '../read-embedded-texts';
import { PNG_SIGNATURE } from './read-png';
import { bytes, deflate } from '../testing/build-bytes';
import { SparseFile } from '../testing/sparse-file';

const GRAPH = '{"1":{"class_type":"LoadImage","inputs":{"seed":18446744073709551615}}}';

/** A chunk with an invalid checksum, which must be ignored; `length` may be wrong. */
function chunk(type: string, data: Uint8Array, length = data.byteLength): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, length);
  return bytes(head, type, data, [0, 0, 0, 0]);
}

const IHDR = chunk('IHDR', bytes([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]));
const IEND = chunk('IEND', bytes());

function png(...chunks: Uint8Array[]): Blob {
  return new Blob([bytes(PNG_SIGNATURE, IHDR, ...chunks, IEND)]);
}

async function read(file: Blob, limits?: Partial<typeof READ_LIMITS>): Promise<EmbeddedTexts> {
  return readEmbeddedTexts(file, 'PNG', { ...READ_LIMITS, ...limits });
}

describe('readPng', () => {
  it('reads tEXt, zTXt and both forms of iTXt, with a case-insensitive keyword', async () => {
    const file = png(
      chunk('tEXt', bytes('prompt\0', GRAPH)),
      chunk('zTXt', bytes('Prompt\0\0', await deflate(GRAPH))),
      chunk('iTXt', bytes('workflow\0', [0, 0], 'en\0', 'Arbeit\0', '{"name":"grün"}')),
      chunk('iTXt', bytes('PROMPT\0', [1, 0], '\0\0', await deflate(GRAPH))),
    );
    const found = await read(file);
    expect(found.prompt).toEqual([GRAPH, GRAPH, GRAPH]);
    expect(found.workflow).toEqual(['{"name":"grün"}']);
    expect(found.stoppedBy).toBeNull();
  });

  it('finds text after the pixel data', async () => {
    const found = await read(png(chunk('IDAT', new Uint8Array(300_000)), chunk('tEXt', bytes('prompt\0', GRAPH))));
    expect(found.prompt).toEqual([GRAPH]);
  });

  it.each([1, 2, 3, 7, 8, 100, 2500])(
    'finds text after %s equal chunks of pixels, the last of which is shorter',
    async (count) => {
      const pixels = Array.from({ length: count }, () => chunk('IDAT', new Uint8Array(50)));
      const text = chunk('tEXt', bytes('prompt\0', GRAPH));
      expect((await read(png(...pixels, chunk('IDAT', new Uint8Array(7)), text))).prompt).toEqual([GRAPH]);
      expect((await read(png(...pixels, text))).prompt).toEqual([GRAPH]);
      expect((await read(png(...pixels))).stoppedBy).toBeNull();
    },
  );

  it('reads a small part of a large image with text after its pixels', async () => {
    const pixelBytes = 8192;
    const count = 2500;
    const first = PNG_SIGNATURE.length + IHDR.byteLength;
    const chunkBytes = pixelBytes + 12;
    const header = chunk('IDAT', new Uint8Array(0), pixelBytes).subarray(0, 8);
    const end = bytes(chunk('tEXt', bytes('prompt\0', GRAPH)), IEND);
    const size = first + count * chunkBytes + end.byteLength;
    const file = new SparseFile(size, [
      [0, bytes(PNG_SIGNATURE, IHDR)],
      ...Array.from({ length: count }, (_, index) => [first + index * chunkBytes, header] as const),
      [size - end.byteLength, end],
    ]);
    expect((await read(file)).prompt).toEqual([GRAPH]);
    expect(file.reads).toBeLessThan(40);
    expect(file.bytesRead).toBeLessThan(size / 20);
  });

  it('reads UTF-8 despite the Latin-1 of the specification, and Latin-1 if it is not valid UTF-8', async () => {
    const utf8 = await read(png(chunk('tEXt', bytes('prompt\0', '{"a":"é"}'))));
    const latin = await read(png(chunk('tEXt', bytes('prompt\0', '{"a":"', [0xe9], '"}'))));
    expect([utf8.prompt[0], latin.prompt[0]]).toEqual(['{"a":"é"}', '{"a":"é"}']);
  });

  it('reads the comf chunks of animated images, and Exif and XMP', async () => {
    const found = await read(
      png(
        chunk('comf', bytes('prompt\0', GRAPH)),
        chunk('iTXt', bytes('XML:com.adobe.xmp\0', [0, 0], '\0\0', '<x:a><dc:b>workflow:{"nodes":[]}</dc:b></x:a>')),
      ),
    );
    expect(found).toMatchObject({ prompt: [GRAPH], workflow: ['{"nodes":[]}'] });
  });

  it('names the keywords of an image without a workflow', async () => {
    const found = await read(png(chunk('tEXt', bytes('Software\0', 'Editor')), chunk('tEXt', bytes('parameters\0x'))));
    expect(found).toMatchObject({ prompt: [], keys: ['Software', 'parameters'], parameters: ['x'] });
  });

  it('does not search beyond the keyword limit in a chunk without NUL', async () => {
    const found = await read(png(chunk('tEXt', bytes('prompt'.repeat(1000)))));
    expect(found).toMatchObject({ prompt: [], keys: [] });
  });

  it('stops at a length beyond the file', async () => {
    const found = await read(png(chunk('tEXt', bytes('prompt\0{}'), 0xffff_fff0)));
    expect(found).toMatchObject({ prompt: [], stoppedBy: 'truncated' });
  });

  it('rejects text over the limit, and stops decompressing at the limit', async () => {
    const limits = { maxParts: 10, maxTextBytes: 1000 };
    const large = await read(png(chunk('tEXt', bytes('prompt\0', 'x'.repeat(2000)))), limits);
    const bomb = await read(png(chunk('zTXt', bytes('prompt\0\0', await deflate(new Uint8Array(500_000))))), limits);
    expect(large.skipped).toEqual([{ key: 'prompt', why: 'too_large' }]);
    expect(bomb.skipped).toEqual([{ key: 'prompt', why: 'too_large' }]);
  });

  it('stops when its texts unpack to too much together, and keeps what it found', async () => {
    const limits = { maxTextBytes: 1000, maxUnpackedBytes: 10_000 };
    const large = chunk('zTXt', bytes('workflow\0\0', await deflate(new Uint8Array(900))));
    const graph = chunk('tEXt', bytes('prompt\0', GRAPH));
    const found = await read(png(graph, ...Array.from({ length: 150 }, () => large), graph), limits);
    expect(found).toMatchObject({ prompt: [GRAPH], stoppedBy: 'unpacks_to_too_much' });
    const within = await read(png(...Array.from({ length: 5 }, () => large), graph), limits);
    expect(within).toMatchObject({ prompt: [GRAPH], stoppedBy: null });
  });

  it('unpacks no more than 4 MiB of a text whose name says nothing about a workflow', async () => {
    const bomb = chunk('zTXt', bytes('Other\0\0', await deflate(new Uint8Array(20 * 1024 * 1024))));
    const graph = chunk('zTXt', bytes('prompt\0\0', await deflate(GRAPH)));
    // Fifteen of them would use up the budget as a whole.
    const found = await read(png(...Array.from({ length: 15 }, () => bomb), graph));
    expect(found).toMatchObject({ prompt: [GRAPH], keys: ['Other', 'prompt'], stoppedBy: null });
    const other = chunk('zTXt', bytes('Other\0\0', await deflate(GRAPH)));
    expect((await read(png(other))).prompt).toEqual([GRAPH]);
  });

  it('reports broken compression and an unknown method', async () => {
    const found = await read(
      png(
        chunk('zTXt', bytes('prompt\0\0', 'not deflate')),
        chunk('zTXt', bytes('prompt\0', [7], await deflate(GRAPH))),
      ),
    );
    expect(found.skipped.map(({ why }) => why)).toEqual(['broken', 'broken']);
  });

  it('counts chunks', async () => {
    const found = await read(png(...Array.from({ length: 50 }, () => chunk('tEXt', bytes('a\0b')))), {
      maxParts: 20,
    });
    expect(found.stoppedBy).toBe('too_many_parts');
  });

  it('terminates for any bytes after the signature', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (noise) => {
        const found = await read(new Blob([bytes(PNG_SIGNATURE, noise)]), { maxParts: 100 });
        expect(Array.isArray(found.prompt)).toBe(true);
      }),
    );
  });

  it('terminates for any content of a text chunk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('tEXt', 'zTXt', 'iTXt'), fc.uint8Array(), async (type, noise) => {
        const found = await read(png(chunk(type, bytes('prompt\0', noise))));
        expect(found.prompt.length + found.skipped.length).toBe(1);
      }),
    );
  });
});
