import { fc } from '@contract/testing/properties';
import { describe, expect, test } from 'vitest';
import { changeWeight } from './attention-weight';

/** `|` marks the caret, or both ends of the selection. */
function press(marked: string, ...directions: (1 | -1)[]): string {
  const [before = '', ...rest] = marked.split('|');
  const selected = rest.length === 2 ? (rest[0] ?? '') : '';
  let text = marked.replaceAll('|', '');
  let selection = { start: before.length, end: before.length + selected.length };
  for (const direction of directions) {
    const edit = changeWeight(text, selection, direction);
    if (!edit) return 'nothing';
    text = text.slice(0, edit.start) + edit.replacement + text.slice(edit.end);
    selection = { start: edit.start, end: edit.start + edit.replacement.length };
  }
  return text;
}

describe('the weight of a prompt', () => {
  test.each([
    ['a r|ed fox', 'a (red:1.05) fox'],
    ['a red| fox', 'a (red:1.05) fox'],
    ['|red', '(red:1.05)'],
    ['a high-qu|ality photo', 'a (high-quality:1.05) photo'],
    ['a |red fox| runs', 'a (red fox:1.05) runs'],
    ['a |red fox | runs', 'a (red fox:1.05)  runs'],
    ['a (r|ed:1.2) fox', 'a (red:1.25) fox'],
    ['a (|red|:1.2) fox', 'a (red:1.25) fox'],
    ['a |(red:1.2)| fox', 'a (red:1.25) fox'],
    ['a (r|ed) fox', 'a (red:1.15) fox'],
    ['a |(red) and (blue)|', 'a ((red) and (blue):1.05)'],
    ['(a (r|ed:0.5) fox:1.3)', '(a (red:0.55) fox:1.3)'],
    ['(a red f|ox:1.3)', '(a red fox:1.35)'],
    [String.raw`a \(r|ed\) fox`, String.raw`a \((red:1.05)\) fox`],
    ['(4:3 f|ormat)', '(4:3 format:1.15)'],
    ['ein grün|er Fuchs', 'ein (grüner:1.05) Fuchs'],
  ])('of %s increases to %s', (marked, expected) => {
    expect(press(marked, 1)).toBe(expected);
  });

  test('is removed at 1, and decreases from there', () => {
    expect(press('a (r|ed:1.05) fox', -1)).toBe('a red fox');
    expect(press('a (r|ed:0.95) fox', 1)).toBe('a red fox');
    expect(press('a r|ed fox', -1, -1)).toBe('a (red:0.9) fox');
    expect(press('a r|ed fox', 1, 1, -1, -1, -1)).toBe('a (red:0.95) fox');
  });

  test('has no sums such as 1.1500000000000001', () => {
    expect(press('r|ed', 1, 1, 1)).toBe('(red:1.15)');
  });

  test.each(['', '|', 'a  | b', 'a, |   | b'])('does not exist for %s', (marked) => {
    expect(press(marked, 1)).toBe('nothing');
  });

  test('returns to the same text after as many steps back', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', ',', '-', '\n'), maxLength: 30 });
    fc.assert(
      fc.property(texts, fc.nat(30), fc.nat(30), fc.constantFrom<1 | -1>(1, -1), (text, from, length, direction) => {
        const start = Math.min(from, text.length);
        const there = changeWeight(text, { start, end: Math.min(text.length, start + length) }, direction);
        if (!there) return;
        const weighted = text.slice(0, there.start) + there.replacement + text.slice(there.end);
        const selection = { start: there.start, end: there.start + there.replacement.length };
        const back = changeWeight(weighted, selection, direction === 1 ? -1 : 1);
        expect(back && weighted.slice(0, back.start) + back.replacement + weighted.slice(back.end)).toBe(text);
      }),
    );
  });
});
