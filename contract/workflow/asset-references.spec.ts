import { fc } from '../testing/properties';
import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '../json/lossless';
import { assetIdOf, assetReference, assetReferences, isAssetReference } from './asset-references';
import { readGraph } from './graph';

function referencesIn(input: JsonValue) {
  const result = readGraph({ 7: { class_type: 'LoadImage', inputs: { image: input } } });
  if (!result.ok) throw new Error(result.problem.message);
  return assetReferences(result.graph);
}

describe('assetReferences', () => {
  it('finds references at any depth (J-4.24)', () => {
    /** Wraps a value in lists and objects of arbitrary depth. */
    const wrap = fc.array(fc.constantFrom('list', 'object', 'value'), { maxLength: 20 });
    fc.assert(
      fc.property(fc.uuid(), wrap, (id, layers) => {
        let input: JsonValue = assetReference({ id });
        for (const layer of layers) {
          if (layer === 'list') input = [1, 'x', input];
          else input = { [layer === 'value' ? '__value__' : 'other']: input, more: null };
        }
        expect(referencesIn(input)).toEqual([{ nodeId: '7', input: 'image', assetId: id }]);
      }),
    );
  });

  it('finds one at a depth of a thousand levels', () => {
    const text = `${'['.repeat(900)}{"__type":"core/ASSET","info":{"id":"a"}}${']'.repeat(900)}`;
    expect(referencesIn(parseJson(text))).toHaveLength(1);
  });

  it.each<[string, JsonValue]>([
    ['no info', { __type: 'core/ASSET' }],
    ['info that is a text', { __type: 'core/ASSET', info: 'a' }],
    ['no id', { __type: 'core/ASSET', info: { hash: 'blake3:00' } }],
    ['an id that is a number', { __type: 'core/ASSET', info: { id: 5 } }],
    ['an empty id', { __type: 'core/ASSET', info: { id: '' } }],
  ])('reports a malformed one: %s (J-4.110)', (_, value) => {
    expect(referencesIn(value)).toEqual([{ nodeId: '7', input: 'image', assetId: null }]);
  });

  it('finds nothing else', () => {
    for (const value of ['core/ASSET', { __type: 'core/OTHER', info: { id: 'a' } }, { info: { id: 'a' } }, ['7', 0]]) {
      expect(referencesIn(value as JsonValue)).toEqual([]);
    }
  });
});

describe('assetReference', () => {
  it('writes the format of the contract, which can be parsed again (J-4.108)', () => {
    const written = stringifyJson(assetReference({ id: 'u-1', hash: null, file_path: 'photo.png' }));
    expect(written).toBe('{"__type":"core/ASSET","info":{"id":"u-1","hash":null,"file_path":"photo.png"}}');
    const read = parseJson(written) as JsonObject;
    expect(isAssetReference(read)).toBe(true);
    expect(assetIdOf(read)).toBe('u-1');
  });
});
