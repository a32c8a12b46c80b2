import { fc, runs } from '@contract/testing/properties';
import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson } from '@contract/json/lossless';
import { bodyFromText, bodyText } from '../../schema/body';
import { readShownText, shownText } from './shown-text';

const image = 'iVBORw0KGgo'.repeat(1000);

describe('the displayed text of a body', () => {
  it('replaces an image with a placeholder, and restores it when parsed', () => {
    const body = bodyFromText(`{ "seed": 9007199254740993, "image": "${image}" }`);
    const shown = shownText(body);
    expect(shown).toBe('{ "seed": 9007199254740993, "image": "⟨text 1 of 11,000 characters⟩" }');
    const next = readShownText(shown.replace('993', '995'), body.value);
    expect(bodyText(next)).toBe(`{ "seed": 9007199254740995, "image": "${image}" }`);
    expect(shownText(next)).toBe(shown.replace('993', '995'));
  });

  it('does not change an unknown placeholder', () => {
    const next = readShownText('{"a":"⟨text 7 of 11,000 characters⟩"}', { a: image });
    expect(bodyText(next)).toBe('{"a":"⟨text 7 of 11,000 characters⟩"}');
  });

  it('loses nothing between the views', () => {
    const long = fc.constantFrom(image, `${image}!`, 'x'.repeat(5000));
    const leaf = fc.oneof(long, fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null));
    const value = fc.dictionary(fc.string(), fc.oneof(leaf, fc.array(leaf, { maxLength: 4 })), { maxKeys: 5 });
    fc.assert(
      fc.property(value, (given) => {
        const text = JSON.stringify(given);
        const body = bodyFromText(text);
        expect(stringifyJson(readShownText(shownText(body), body.value).value)).toBe(stringifyJson(parseJson(text)));
      }),
      { numRuns: runs(50) },
    );
  });
});
