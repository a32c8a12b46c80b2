import { describe, expect, it } from 'vitest';
import { parseJson, type JsonValue } from '@contract/json/lossless';
import { pathText } from './json-path';
import { walkJson } from './walk-json';

describe('walking a JSON document', () => {
  it('visits every value in order, with its path and its owner', () => {
    const document = parseJson('{"a":[1,{"b":null}],"c":18446744073709551615,"d":{}}');
    const seen = [...walkJson(document)].length;
    const places: string[] = [];
    for (const { path, owner } of walkJson(document))
      places.push(`${pathText(path)}<${Object.keys(owner ?? {}).join('')}`);
    expect(seen).toBe(7);
    expect(places).toEqual(['<', 'a<acd', 'a[0]<acd', 'a[1]<acd', 'a[1].b<b', 'c<acd', 'd<acd']);
  });

  it('supports any depth', () => {
    let deep: JsonValue = 'bottom';
    for (let level = 0; level < 100_000; level += 1) deep = level % 2 ? { a: deep } : [deep];
    let last: JsonValue = null;
    for (const { value } of walkJson(deep)) last = value;
    expect(last).toBe('bottom');
  });
});
