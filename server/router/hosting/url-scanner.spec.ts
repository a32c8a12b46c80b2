import { leastCpuMs } from '@contract/testing/cpu-time';
import { fc } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { JsonScan } from '../json/json-scan';
import { concatBytes } from '../../storage/concat-bytes';
import { UrlScanner, replaceUrls } from './url-scanner';

/** Splits a text into chunks, like a streamed response. */
function chunksOf(text: string, size = Infinity): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.byteLength; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

function findAddresses(chunks: readonly Uint8Array[]) {
  const finder = new UrlScanner();
  const scan = new JsonScan(finder);
  for (const chunk of chunks) scan.push(chunk);
  return finder.found;
}

function textOf(chunks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(
    concatBytes(
      chunks,
      chunks.reduce((sum, { byteLength }) => sum + byteLength, 0),
    ),
  );
}

/** Reference implementation that parses the document. */
function walk(value: unknown, path: (string | number)[] = []): { address: string; path: (string | number)[] }[] {
  if (typeof value === 'string') {
    return /^https?:\//i.test(value) && URL.canParse(value) && !/\s/.test(value) ? [{ address: value, path }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => walk(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, property]) => walk(property, [...path, key]));
}

const address = fc.webUrl({ withQueryParameters: true, withFragments: true });
const { document } = fc.letrec((tie) => ({
  document: fc.oneof({ maxDepth: 5 }, tie('leaf'), fc.array(tie('document'), { maxLength: 4 }), tie('object')),
  object: fc.dictionary(
    fc.string().filter((key) => !/^\d+$/.test(key)),
    tie('document'),
    { maxKeys: 4 },
  ),
  leaf: fc.oneof(address, fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null)),
}));

describe('URLs in JSON', () => {
  it('are found with their paths in any context', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(0, 2), fc.integer({ min: 1, max: 200 }), (value, indent, size) => {
        const text = JSON.stringify(value, null, indent);
        const chunks = chunksOf(text, size);
        const found = findAddresses(chunks);
        expect(found.map(({ address, path }) => ({ address, path }))).toEqual(walk(JSON.parse(text)));
        const replaced = textOf(
          replaceUrls(
            chunks,
            found.map((at) => ({ at, by: at.address })),
          ),
        );
        expect(JSON.parse(replaced)).toEqual(JSON.parse(text));
        expect(replaced).toBe(text);
      }),
    );
  });

  it.each([1, 7, 40, 1000])('R-1.04 are replaced without any other change, in chunks of %i bytes', (size) => {
    const text =
      '{ "seed":18446744073709551615, "a": "https:\\/\\/x.example\\/1.png","b":["http://x.example/2"], "c": 1.0 }';
    const chunks = chunksOf(text, size);
    const [first, second] = findAddresses(chunks);
    if (!first || !second) throw new Error('Two were expected');
    expect([first.path, second.path]).toEqual([['a'], ['b', 0]]);
    const replaced = replaceUrls(chunks, [
      { at: second, by: 'http://ours/2' },
      { at: first, by: 'http://ours/1' },
    ]);
    expect(textOf(replaced)).toBe(
      '{ "seed":18446744073709551615, "a": "http://ours/1","b":["http://ours/2"], "c": 1.0 }',
    );
  });

  it('are ignored within a sentence', () => {
    const text = '{"content":"See https://x.example/1.png for more","note":"http:// is a scheme"}';
    expect(findAddresses(chunksOf(text))).toEqual([]);
  });

  it('are found quickly next to a 20 MB inline image', () => {
    const chunks = chunksOf(`{"data":[{"b64_json":"${'A'.repeat(20 * 1024 ** 2)}","url":"https://x.example/1.png"}]}`);
    expect(findAddresses(chunks).map(({ path }) => path)).toEqual([['data', 0, 'url']]);
    expect(leastCpuMs(1000, () => findAddresses(chunks))).toBeLessThan(1000);
  });
});
