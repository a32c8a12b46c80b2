import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAddresses, replaceAddresses } from './named-addresses';

/** The same by building the document. */
function walk(value: unknown, path: (string | number)[] = []): { address: string; path: (string | number)[] }[] {
  if (typeof value === 'string') {
    return /^https?:\//i.test(value) && URL.canParse(value) && !/\s/.test(value) ? [{ address: value, path }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => walk(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => walk(member, [...path, key]));
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

describe('addresses in JSON', () => {
  it('are found with their paths, whatever stands around them', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const found = findAddresses(text);
        expect(found.map(({ address, path }) => ({ address, path }))).toEqual(walk(JSON.parse(text)));
        for (const { address, start, end } of found) expect(JSON.parse(text.slice(start, end))).toBe(address);
      }),
    );
  });

  it('R-1.04 are replaced without a change to anything else', () => {
    const text =
      '{ "seed":18446744073709551615, "a": "https:\\/\\/x.example\\/1.png","b":["http://x.example/2"], "c": 1.0 }';
    const [first, second] = findAddresses(text);
    if (!first || !second) throw new Error('Two were expected');
    expect([first.path, second.path]).toEqual([['a'], ['b', 0]]);
    const replaced = replaceAddresses(text, [
      { at: second, by: 'http://ours/2' },
      { at: first, by: 'http://ours/1' },
    ]);
    expect(replaced).toBe('{ "seed":18446744073709551615, "a": "http://ours/1","b":["http://ours/2"], "c": 1.0 }');
  });

  it('are no part of a sentence', () => {
    expect(findAddresses('{"content":"See https://x.example/1.png for more","note":"http:// is a scheme"}')).toEqual(
      [],
    );
  });

  it('are found beside twenty megabytes of inline picture in no time', () => {
    const text = `{"data":[{"b64_json":"${'A'.repeat(20 * 1024 ** 2)}","url":"https://x.example/1.png"}]}`;
    const startedAt = performance.now();
    expect(findAddresses(text).map(({ path }) => path)).toEqual([['data', 0, 'url']]);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
