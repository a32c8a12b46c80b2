import { describe, expect, it } from 'vitest';
import type { FormError } from '../schema/form-error';
import { summaryOf } from './frame/field-description';
import { errorText } from './errors/field-errors';
import { fieldGroups } from './frame/field-list';
import { kindNote } from './frame/field-text';
import { collapsibleSummary } from './frame/collapsible';
import { mediaField, numberField, textField } from './testing/make-field';

const fault: FormError = {
  path: ['size', 'width'],
  message: 'Too small.',
  source: 'server',
  rule: 'weird_kind.v2',
  context: null,
  input: undefined,
};

describe('the error text', () => {
  it('R-2.57, R-2.58: has the message of the service and its bound, for any error type', () => {
    expect(errorText({ ...fault, context: { ge: 256, x: [2] } }, fault.path)).toBe('Too small. (at least 256, x [2])');
  });

  it('R-2.62: distinguishes a sent null from no returned value', () => {
    expect(errorText({ ...fault, input: null }, fault.path)).toBe('Too small. (you sent null)');
    expect(errorText(fault, fault.path)).toBe('Too small.');
  });

  it('says a bound and the rejected value in words, and no bound that the message has', () => {
    const large = { ...fault, message: 'Too large.', context: { le: 0.5 }, input: 0.6 };
    expect(errorText(large, fault.path)).toBe('Too large. (at most 0.5; you sent 0.6)');
    const said = { ...large, message: 'Input should be less than or equal to 0.5' };
    expect(errorText(said, fault.path)).toBe('Input should be less than or equal to 0.5 (you sent 0.6)');
  });

  it('names the path below the field that shows it', () => {
    expect(errorText(fault, [])).toBe('size.width: Too small.');
  });
});

describe('the summary of a description', () => {
  it('begins with plain text', () => {
    expect(summaryOf('Use **bold** words, see [the guide](https://example.com) and `x`.')).toEqual({
      text: 'Use bold words, see the guide and x.',
      isWhole: false,
    });
    expect(summaryOf('Width in pixels.')).toEqual({ text: 'Width in pixels.', isWhole: true });
    expect(summaryOf('First.\n\nSecond.')).toEqual({ text: 'First.', isWhole: false });
    expect(summaryOf('snake_case_name and 2 * 3 * 4').text).toBe('snake_case_name and 2 * 3 * 4');
  });

  it('is truncated between words', () => {
    const { text, isWhole } = summaryOf('word '.repeat(80));
    expect(isWhole).toBe(false);
    expect(text).toMatch(/word…$/);
    expect(text.length).toBeLessThan(160);
  });
});

describe('the form layout', () => {
  it('puts fields of a group together', () => {
    const fields = ['', 'Size', 'Size', 'Output'].map((group, index) => numberField([String(index)], { group }));
    expect(fieldGroups(fields).map(({ name, fields: properties }) => `${name} ${properties.length}`)).toEqual([
      ' 1',
      'Size 2',
      'Output 1',
    ]);
  });

  it('summarizes a collapsible, with numbered names combined', () => {
    const names = ['input_image_2', 'input_image_3', 'input_image_4', 'safety'];
    expect(collapsibleSummary(names.map((name) => textField([name])))).toBe('input_image_2 … _4, safety');
    expect(
      collapsibleSummary(Array.from({ length: 40 }, (_, index) => textField([`${'abc'.repeat(index % 5)}x`]))),
    ).toMatch(/, …$/);
  });
});

it('the note of a media field names its kind, unless the title is the same word', () => {
  expect(kindNote(mediaField(['first_frame']))).toBe('image');
  expect(kindNote(mediaField(['image'], { title: 'Image' }))).toBe('');
});
