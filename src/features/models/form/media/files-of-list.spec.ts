import { describe, expect, it } from 'vitest';
import type { ArrayField } from '../../schema/field';
import { omittedText, freeSlots, withFile } from './files-of-list';
import { mediaField, textField } from '../testing/make-field';

const listOf = (maxItems: number | null, unique = false): ArrayField => ({
  ...textField(['images']),
  kind: 'array',
  item: (index) => mediaField(['images', index]),
  minItems: 0,
  maxItems,
  unique,
});

describe('files of a list', () => {
  it('fill empty rows first', () => {
    expect(withFile(listOf(null), ['a', '', ''], 'b')).toEqual(['a', 'b', '']);
    expect(withFile(listOf(null), ['a'], 'b')).toEqual(['a', 'b']);
    expect(freeSlots(listOf(3), ['a', ''])).toBe(2);
    expect(freeSlots(listOf(3), ['a', 'b', 'c', 'd'])).toBe(0);
    expect(freeSlots(listOf(null), ['a'])).toBe(Infinity);
  });

  it('are added once if the list requires unique items', () => {
    expect(withFile(listOf(null, true), ['a'], 'a')).toBeNull();
    expect(withFile(listOf(null), ['a'], 'a')).toEqual(['a', 'a']);
  });

  it('that were omitted are reported with the reason', () => {
    expect(omittedText(listOf(3), 2, ['x.png did not arrive.'])).toBe(
      '2 files were left out: at most 3 are allowed. x.png did not arrive.',
    );
    expect(omittedText(listOf(3), 0, [])).toBe('');
  });
});
