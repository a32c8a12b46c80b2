import { describe, expect, it } from 'vitest';
import { fc } from '@contract/testing/properties';
import { diffWords, type TextPart } from './diff-words';

const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
const show = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => marks[kind][0] + text + marks[kind][1])
    .join('');

describe('diffWords', () => {
  it.each([
    ['a red fox', 'a blue fox', 'a [-red-]{+blue+} fox'],
    ['a red fox', 'a blue cat', 'a [-red fox-]{+blue cat+}'],
    ['fox', 'fox, sharp', 'fox{+, sharp+}'],
    ['', 'fox', '{+fox+}'],
    ['(fox:1.1)', '(fox:1.2)', '(fox:1.[-1-]{+2+})'],
    ['赤い狐', '青い狐', '[-赤-]{+青+}い狐'],
  ])('compares %j with %j by words', (before, after, expected) => {
    expect(show(before, after)).toBe(expected);
  });

  it('contains both texts whole, without empty parts', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'fox', ' ', '\n', ',', '狐', '🦊', '\ud83e'), { maxLength: 20 });
    const join = (parts: TextPart[], kind: TextPart['kind']) =>
      parts.flatMap((part) => (part.kind === 'same' || part.kind === kind ? [part.text] : [])).join('');
    fc.assert(
      fc.property(texts, texts, (left, right) => {
        const [before, after] = [left.join(''), right.join('')];
        const parts = diffWords(before, after);
        expect(join(parts, 'removed')).toBe(before);
        expect(join(parts, 'added')).toBe(after);
        expect(parts.filter(({ text }) => text === '')).toEqual([]);
        expect(diffWords(before, before).filter(({ kind }) => kind !== 'same')).toEqual([]);
      }),
    );
  });

  it('shows very long texts as one change between their first and last difference', () => {
    const words = (word: string) => Array.from({ length: 3000 }, (_, index) => `${word}${index}`).join(' ');
    expect(diffWords(`start ${words('a')} end`, `start ${words('b')} end`).map(({ kind }) => kind)).toEqual([
      'same',
      'removed',
      'added',
      'same',
    ]);
  });
});
