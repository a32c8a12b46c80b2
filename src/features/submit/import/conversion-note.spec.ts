import { expect, it } from 'vitest';
import { conversionNote } from './conversion-note';

const describe = (...notes: string[]) => conversionNote({ isPartial: false, notes }).description;

it('has all notes if they are short', () => {
  expect(describe('One.', 'Two.', 'Three.', 'Four.')).toBe('One. Two. Three. Four.');
});

it('has only the first of long ones, and counts the rest', () => {
  const long = `${'x'.repeat(150)}.`;
  expect(describe(long, long, 'Short.')).toBe(`${long} And 2 more notes.`);
  expect(describe(`${long}${long}`, long)).toBe(`${long}${long} And 1 more note.`);
});

it('is harmless without notes', () => {
  expect(conversionNote({ isPartial: false, notes: [] })).toEqual({
    title: 'Converted from the UI format',
    description: 'Nothing runs until you press Run.',
    isHarmless: true,
  });
});
