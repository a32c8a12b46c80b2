import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { PNG_SIGNATURE, readPngText, type PngText } from './png-text';

const WANTED = new Set(['prompt', 'workflow']);
const GRAPH = '{"1":{"class_type":"LoadImage","inputs":{"seed":18446744073709551615}}}';

type Part = string | Uint8Array | readonly number[];

function bytes(...parts: Part[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part)))),
  );
}

async function deflate(data: BlobPart): Promise<Uint8Array> {
  const packed = new Blob([data]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** A chunk with a wrong checksum, which must not matter; `length` can lie. */
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

async function read(file: Blob, limits?: Parameters<typeof readPngText>[2]): Promise<PngText> {
  return readPngText(file, WANTED, limits);
}

describe('readPngText', () => {
  it('reads tEXt, zTXt and both forms of iTXt, whatever the case of the keyword', async () => {
    const file = png(
      chunk('tEXt', bytes('prompt\0', GRAPH)),
      chunk('zTXt', bytes('Prompt\0\0', await deflate(GRAPH))),
      chunk('iTXt', bytes('workflow\0', [0, 0], 'en\0', 'Arbeit\0', '"grün"')),
      chunk('iTXt', bytes('PROMPT\0', [1, 0], '\0\0', await deflate(GRAPH))),
    );
    const found = await read(file);
    expect(found.texts.map(({ text }) => text)).toEqual([GRAPH, GRAPH, '"grün"', GRAPH]);
    expect(found.stoppedBy).toBeNull();
  });

  it('finds text after the pixel data', async () => {
    const found = await read(png(chunk('IDAT', new Uint8Array(300_000)), chunk('tEXt', bytes('prompt\0', GRAPH))));
    expect(found.texts).toEqual([{ keyword: 'prompt', text: GRAPH }]);
  });

  it('reads UTF-8 where the specification has Latin-1, and Latin-1 where it is not UTF-8', async () => {
    const utf8 = await read(png(chunk('tEXt', bytes('prompt\0', '{"a":"é"}'))));
    const latin = await read(png(chunk('tEXt', bytes('prompt\0', '{"a":"', [0xe9], '"}'))));
    expect([utf8.texts[0]?.text, latin.texts[0]?.text]).toEqual(['{"a":"é"}', '{"a":"é"}']);
  });

  it('names the keywords of a picture without a workflow', async () => {
    const found = await read(png(chunk('tEXt', bytes('Software\0', 'Editor')), chunk('tEXt', bytes('parameters\0x'))));
    expect(found).toMatchObject({ texts: [], keywords: ['Software', 'parameters'] });
  });

  it('is not led beyond the keyword bound by a chunk without NUL', async () => {
    const found = await read(png(chunk('tEXt', bytes('prompt'.repeat(1000)))));
    expect(found).toMatchObject({ texts: [], keywords: [] });
  });

  it('stops at a length beyond the file', async () => {
    const found = await read(png(chunk('tEXt', bytes('prompt\0{}'), 0xffff_fff0)));
    expect(found).toMatchObject({ texts: [], stoppedBy: 'truncated' });
  });

  it('refuses text over the limit, and a bomb at the byte where it goes over', async () => {
    const limits = { maxChunks: 10, maxTextBytes: 1000 };
    const large = await read(png(chunk('tEXt', bytes('prompt\0', 'x'.repeat(2000)))), limits);
    const bomb = await read(png(chunk('zTXt', bytes('prompt\0\0', await deflate(new Uint8Array(500_000))))), limits);
    expect(large.skipped).toEqual([{ keyword: 'prompt', why: 'too_large' }]);
    expect(bomb.skipped).toEqual([{ keyword: 'prompt', why: 'too_large' }]);
  });

  it('tells broken compression and an unknown method', async () => {
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
      maxChunks: 20,
      maxTextBytes: 100,
    });
    expect(found.stoppedBy).toBe('too_many_chunks');
  });

  it('ends for any bytes behind the signature', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (noise) => {
        const found = await read(new Blob([bytes(PNG_SIGNATURE, noise)]), { maxChunks: 100, maxTextBytes: 1000 });
        expect(Array.isArray(found.texts)).toBe(true);
      }),
    );
  });

  it('ends for any content of a text chunk', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('tEXt', 'zTXt', 'iTXt'), fc.uint8Array(), async (type, noise) => {
        const found = await read(png(chunk(type, bytes('prompt\0', noise))));
        expect(found.texts.length + found.skipped.length).toBe(1);
      }),
    );
  });
});
