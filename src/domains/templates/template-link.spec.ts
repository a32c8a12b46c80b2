import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { hasTemplate, MAX_LINK, packTemplate, unpackTemplate } from './template-link';

async function deflated(content: BlobPart): Promise<Uint8Array> {
  const packed = new Blob([content]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

const fragmentOf = (bytes: Uint8Array) => `template=${Buffer.from(bytes).toString('base64url')}`;

describe('a template in a link', () => {
  it('restores any text, in characters that a URL can have', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 2000 }), async (text) => {
        const fragment = await packTemplate(text);
        expect(fragment).toMatch(/^template=[\w-]+$/);
        expect(await unpackTemplate(`#${fragment}`)).toEqual({ ok: true, text });
      }),
      { numRuns: runs(50) },
    );
  });

  it('is found with and without the number sign', () => {
    expect(['#template=x', 'template=x', '#template', '', '#input=x'].map(hasTemplate)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('an untrusted link', () => {
  it('is not inflated beyond its limit', async () => {
    const bomb = await deflated(new Uint8Array(16 * 1024 * 1024));
    expect(bomb.byteLength).toBeLessThan(MAX_LINK / 2);
    expect(await unpackTemplate(fragmentOf(bomb))).toEqual({
      ok: false,
      explanation: 'Its content is larger than 4 MiB.',
    });
  });

  it('is not read if it is too long', async () => {
    expect(await unpackTemplate(`template=${'A'.repeat(MAX_LINK + 1)}`)).toMatchObject({ ok: false });
  });

  it.each([
    ['nothing', () => 'template='],
    ['other characters', () => 'template=%3Cscript%3E'],
    ['a cut end', async () => fragmentOf(await deflated('a text that is cut in the middle')).slice(0, -9)],
    ['bytes that are not compressed', () => fragmentOf(Buffer.from('plain'))],
    ['bytes that are not text', async () => fragmentOf(await deflated(new Uint8Array([0xff, 0xfe, 0xfd])))],
  ])('says what to do about %s', async (_what, make) => {
    const result = await unpackTemplate(await make());
    expect(result).toMatchObject({ ok: false, explanation: expect.stringContaining('Ask for it again') });
  });

  it('never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await unpackTemplate(fragmentOf(bytes))).toHaveProperty('ok');
      }),
      { numRuns: runs(50) },
    );
  });
});
