import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { JsonScan } from './json-scan';

/** Reference implementation that parses the document. */
function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

function scanned(bytes: Uint8Array, cuts: readonly number[] = []): boolean {
  const scan = new JsonScan();
  const positions = [0, ...cuts.map((cut) => cut % (bytes.byteLength + 1)).sort((a, b) => a - b), bytes.byteLength];
  for (const [index, end] of positions.slice(1).entries()) scan.push(bytes.subarray(positions[index], end));
  return scan.end();
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const cuts = fc.array(fc.nat(), { maxLength: 4 });
const document = fc.json({ stringUnit: 'binary', maxDepth: 5 }).map(utf8);
const strange = fc.constantFrom(
  ...[...'{}[]:,"\\ \n\t0123456789.eE+-trufalsn\u0000\u001f\u007f'].map((sign) => sign.charCodeAt(0)),
);

describe('a scan of JSON', () => {
  it('accepts valid JSON with any chunk boundaries', () => {
    fc.assert(fc.property(document, cuts, (bytes, at) => scanned(bytes, at)));
  });

  it('agrees with a parser on JSON with a changed, added or removed byte', () => {
    const byte = fc.oneof(strange, fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(
        document,
        fc.nat(),
        fc.nat({ max: 2 }),
        fc.array(byte, { maxLength: 3 }),
        cuts,
        (bytes, position, cut, more, at) => {
          const start = position % (bytes.byteLength + 1);
          const changed = Uint8Array.from([...bytes.subarray(0, start), ...more, ...bytes.subarray(start + cut)]);
          expect(scanned(changed, at)).toBe(isJson(changed));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('agrees with a parser on random texts of JSON characters', () => {
    const token = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"a"',
      '0',
      '-1.5e+3',
      '01',
      '1.',
      'true',
      'nul',
      '"\\u12"',
      '"\\ud800"',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), cuts, (tokens, at) => {
        const bytes = utf8(tokens.join(''));
        expect(scanned(bytes, at)).toBe(isJson(bytes));
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each([
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['half of a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a code point beyond the last one', [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x7b, 0x7d]],
    ['nothing', []],
  ])('rejects %s', (_, bytes) => {
    expect(scanned(Uint8Array.from(bytes))).toBe(false);
  });

  it('distinguishes an object from all other values', () => {
    const isObject = (text: string) => {
      const scan = new JsonScan();
      scan.push(utf8(text));
      return scan.isObject;
    };
    expect(['{"a":[1]}', ' {}', '[{}]', '"{}"', '1'].map(isObject)).toEqual([true, true, false, false, false]);
  });

  it('rejects endless nesting', () => {
    expect(scanned(utf8(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))).toBe(true);
    expect(new JsonScan().push(utf8('['.repeat(1_000_001)))).toBe(false);
  });
});
