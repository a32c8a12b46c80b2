import { describe, expect, it } from 'vitest';
import { parseJson, type JsonValue } from '@contract/json/lossless';
import { JsonOutline, MAX_PREVIEW_CHARS } from './json-outline';

const TEXT =
  '{"id":18446744073709551615,"data":[{"url":"https://a.example/1.png","tags":[]},{"url":null}],"note":"Harbour"}';

function lines(outline: JsonOutline): string[] {
  return outline.rows(0, outline.rowCount).map(({ depth, name, kind, text, size }) => {
    const value = kind === 'object' || kind === 'array' ? `${kind} ${size}` : text;
    return `${'  '.repeat(depth)}${name ?? ''}: ${value}`;
  });
}

describe('the lines of a JSON document', () => {
  it('expand the first levels, and show numbers as written', () => {
    expect(lines(new JsonOutline(parseJson(TEXT)))).toEqual([
      ': object 3',
      '  id: 18446744073709551615',
      '  data: array 2',
      '    0: object 2',
      '      url: https://a.example/1.png',
      '      tags: array 0',
      '    1: object 1',
      '      url: null',
      '  note: Harbour',
    ]);
  });

  it('collapse and expand one by one, without remembering the state below', () => {
    const outline = new JsonOutline(parseJson(TEXT));
    outline.toggle(2);
    expect(lines(outline)).toEqual([': object 3', '  id: 18446744073709551615', '  data: array 2', '  note: Harbour']);
    outline.toggle(2);
    expect(lines(outline)).toHaveLength(6);
  });

  it('have a path and a value', () => {
    const outline = new JsonOutline(parseJson(TEXT));
    expect(outline.rows(5, 6)).toMatchObject([{ parent: 3, position: 2, siblings: 2 }]);
    expect(outline.path(4)).toEqual(['data', 0, 'url']);
    expect(outline.path(0)).toEqual([]);
    expect(outline.valueText(4)).toBe('https://a.example/1.png');
    expect(outline.valueText(6)).toBe('{\n  "url": null\n}');
  });

  it('can be searched by name and value, and expand to show matches', () => {
    const outline = new JsonOutline(parseJson(TEXT));
    outline.toggle(2);
    expect(outline.search('URL')).toBe(2);
    expect(outline.path(outline.reveal(1))).toEqual(['data', 1, 'url']);
    expect(outline.search('harb')).toBe(1);
    expect(outline.search('')).toBe(0);
    expect(outline.search('nowhere')).toBe(0);
  });

  it('do not expand long lists automatically, and truncate long texts', () => {
    const outline = new JsonOutline({
      list: Array.from({ length: 5000 }, (_, index) => index),
      text: 'x'.repeat(5000),
    });
    expect(outline.rowCount).toBe(3);
    expect(outline.rows(2, 3)).toMatchObject([{ text: 'x'.repeat(MAX_PREVIEW_CHARS), size: 5000 }]);
    outline.toggle(1);
    expect(outline.rowCount).toBe(5003);
  });

  it('support any depth', () => {
    let deep: JsonValue = 'bottom';
    for (let level = 0; level < 5000; level += 1) deep = [deep];
    const outline = new JsonOutline(deep);
    expect(outline.search('bottom')).toBe(1);
    expect(outline.path(outline.reveal(0))).toHaveLength(5000);
  });
});
