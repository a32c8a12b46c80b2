import { describe, expect, it } from 'vitest';
import { LosslessNumber } from '@contract/json/lossless';
import type { NumberBound } from '../schema/field';
import type { FormFault } from '../schema/form-error';
import { instantOf, localText } from './date-text';
import { summaryOf } from './description-text';
import { errorText } from './error-text';
import { fieldGroups } from './field-groups';
import { fieldRows } from './field-rows';
import { kindNote } from './field-text';
import { collapsibleSummary } from './collapsible-summary';
import { mediaField, numberField, textField } from './testing/make-field';

const fault: FormFault = {
  path: ['size', 'width'],
  message: 'Too small.',
  source: 'server',
  rule: 'weird_kind.v2',
  context: null,
  input: undefined,
};

describe('a fault in words', () => {
  it('R-2.57, R-2.58: has the words of the service and its bound, whatever it calls the kind', () => {
    expect(errorText({ ...fault, context: { ge: 256, x: [2] } }, fault.path)).toBe('Too small. (ge 256, x [2])');
  });

  it('R-2.62: tells null that was sent from nothing echoed', () => {
    expect(errorText({ ...fault, input: null }, fault.path)).toBe('Too small. (sent null)');
    expect(errorText(fault, fault.path)).toBe('Too small.');
  });

  it('names the place below the field that shows it', () => {
    expect(errorText(fault, [])).toBe('size.width: Too small.');
  });
});

describe('a description', () => {
  it('begins with plain words', () => {
    expect(summaryOf('Use **bold** words, see [the guide](https://example.com) and `x`.')).toEqual({
      text: 'Use bold words, see the guide and x.',
      isWhole: false,
    });
    expect(summaryOf('Width in pixels.')).toEqual({ text: 'Width in pixels.', isWhole: true });
    expect(summaryOf('First.\n\nSecond.')).toEqual({ text: 'First.', isWhole: false });
    expect(summaryOf('snake_case_name and 2 * 3 * 4').text).toBe('snake_case_name and 2 * 3 * 4');
  });

  it('is cut between words', () => {
    const { text, isWhole } = summaryOf('word '.repeat(80));
    expect(isWhole).toBe(false);
    expect(text).toMatch(/word…$/);
    expect(text.length).toBeLessThan(160);
  });
});

describe('the order of a form', () => {
  it('puts short fields side by side, and the last of an odd run over the whole width', () => {
    const fields = [textField(['a']), numberField(['b']), numberField(['c']), numberField(['d']), textField(['e'])];
    expect(fieldRows(fields).map(({ isWide }) => isWide)).toEqual([true, false, false, true, true]);
  });

  it('keeps width and height side by side', () => {
    const fields = ['seed', 'width', 'height', 'steps', 'cfg'].map((name) => numberField([name]));
    expect(fieldRows(fields).map(({ isWide }) => isWide)).toEqual([true, false, false, false, false]);
    expect(fieldRows(fields.slice(1)).map(({ isWide }) => isWide)).toEqual([false, false, false, false]);
    expect(fieldRows(fields.slice(0, 3)).map(({ isWide }) => isWide)).toEqual([true, false, false]);
  });

  it('puts fields of a group together', () => {
    const fields = ['', 'Size', 'Size', 'Output'].map((group, index) => numberField([String(index)], { group }));
    expect(fieldGroups(fields).map(({ name, fields: members }) => `${name} ${members.length}`)).toEqual([
      ' 1',
      'Size 2',
      'Output 1',
    ]);
  });

  it('tells what a fold holds, numbered names as one run', () => {
    const names = ['input_image_2', 'input_image_3', 'input_image_4', 'safety'];
    expect(collapsibleSummary(names.map((name) => textField([name])))).toBe('input_image_2 … _4, safety');
    expect(
      collapsibleSummary(Array.from({ length: 40 }, (_, index) => textField([`${'abc'.repeat(index % 5)}x`]))),
    ).toMatch(/, …$/);
  });
});

describe('an instant', () => {
  it('is sent with its zone, and is the same after a look', () => {
    const sent = '2026-11-21T10:00:05Z';
    expect(instantOf(localText(sent) ?? '')).toBe(sent);
    expect(localText('2026-11-21T10:00:05')).toBeNull();
    expect(localText('')).toBe('');
    expect(instantOf('')).toBe('');
  });
});

it('the note of a number has exclusive bounds and every digit of large ones', () => {
  const bound = (value: number | LosslessNumber, exclusive = false) => ({ value, exclusive });
  const note = (minimum: NumberBound | null, maximum: NumberBound | null) =>
    kindNote({ ...numberField(['n']), minimum, maximum });
  expect(note(bound(1), bound(31))).toBe('1 – 31');
  expect(note(bound(0, true), bound(1))).toBe('more than 0, up to 1');
  expect(note(null, bound(1, true))).toBe('less than 1');
  expect(note(bound(0), bound(new LosslessNumber('18446744073709551615')))).toBe('0 – 18446744073709551615');
  expect(note(null, null)).toBe('');
});

it('the note of a media field says its kind, unless its title is that word', () => {
  expect(kindNote(mediaField(['first_frame']))).toBe('image');
  expect(kindNote(mediaField(['image'], { title: 'Image' }))).toBe('');
});
