import { describe, expect, it } from 'vitest';
import { toGridFields } from './grid-fields';

/** @param names upper case: not short. @returns the names of the fields that take the full width. */
function wideOf(...names: string[]): string[] {
  const fields = names.map((name) => ({ name }));
  return toGridFields(fields, ({ name }) => name !== name.toUpperCase())
    .filter(({ isWide }) => isWide)
    .map(({ field }) => field.name);
}

describe('the two columns of a form', () => {
  it('hold short fields side by side, and the last of an odd sequence takes the full width', () => {
    expect(wideOf('TEXT', 'a', 'b', 'c', 'MASK')).toEqual(['TEXT', 'c', 'MASK']);
    expect(wideOf('a', 'b', 'TEXT', 'c')).toEqual(['TEXT', 'c']);
    expect(wideOf('a', 'b')).toEqual([]);
  });

  it('keep width and height side by side', () => {
    expect(wideOf('seed', 'width', 'height', 'steps', 'cfg')).toEqual(['seed']);
    expect(wideOf('width', 'height', 'steps')).toEqual(['steps']);
    expect(wideOf('width', 'height', 'steps', 'cfg')).toEqual([]);
    expect(wideOf('seed', 'width', 'height')).toEqual(['seed']);
    expect(wideOf('height', 'seed', 'width')).toEqual(['width']);
  });
});
