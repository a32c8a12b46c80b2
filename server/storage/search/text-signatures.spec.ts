import { expect, test } from 'vitest';
import { fc } from '@contract/testing/properties';
import { TextSignatures } from './text-signatures';

const text = fc.string({ unit: 'binary', maxLength: 80 });

test('a text may contain each of its parts, whatever else is known', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (texts, of, from, size) => {
        const signatures = new TextSignatures(32);
        texts.forEach((each, position) => signatures.learn(position * 1000, each));
        const position = of % texts.length;
        const whole = texts[position] ?? '';
        const start = from % (whole.length + 1);
        const part = whole.slice(start, start + (size % 12));
        expect(signatures.mayHold(position * 1000, signatures.bitsOf([part, whole]))).toBe(true);
      },
    ),
  );
});

test.each(['nowhere', 'velvet', 'tulip', '珊瑚', '礁', 'ß'])('few other texts may contain %s', (word) => {
  const signatures = new TextSignatures(256);
  const words =
    'dusk oil canvas warm light coral reef mountain river portrait sharp focus film grain soft shadow'.split(' ');
  for (let position = 0; position < 1000; position += 1) {
    const others = words.map((_, at) => words[(at * position + at) % words.length]).join(' ');
    signatures.learn(
      position,
      `title-${position}\nksampler\ncliptextencode\n${others}\n${position === 500 ? word : ''}`,
    );
  }
  const passed = Array.from({ length: 1000 }, (_, position) => position).filter((position) =>
    signatures.mayHold(position, signatures.bitsOf([word])),
  );
  expect(passed).toContain(500);
  expect(passed.length).toBeLessThan(150);
});

test('single characters are certain, apart from those of an alias', () => {
  const signatures = new TextSignatures(32);
  signatures.learn(1, 'a red fox!', 'quiz');
  const holds = (...words: string[]) => signatures.mayHold(1, signatures.bitsOf(words));
  expect([...'adeforx!'].every((letter) => holds(letter))).toBe(true);
  expect([...'bcghijklmnpqstuvwyz'].some((letter) => holds(letter))).toBe(false);
  expect([holds('fo'), holds('fq'), holds('quiz')]).toEqual([true, false, true]);
  expect([['a', '!'], ['ab'], ['ß'], [' '], ['a\0b']].map((words) => signatures.isExact(words))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  // The packaged driver truncates a parameter there.
  expect(signatures.bitsOf(['a\0bcd'])).toEqual(signatures.bitsOf(['a']));
});

test('a position that was never learned, or was forgotten, may contain anything', () => {
  const signatures = new TextSignatures(32);
  const bits = signatures.bitsOf(['coral']);
  expect(signatures.mayHold(5, bits)).toBe(true);
  signatures.learn(5, 'ink');
  signatures.learn(6, 'ink');
  expect([4, 5, 6].map((position) => signatures.mayHold(position, bits))).toEqual([true, false, false]);
  expect([4, 5, 6].map((position) => signatures.isKnown(position))).toEqual([false, true, true]);
  signatures.forget(5);
  signatures.forget(5);
  expect([5, 6].map((position) => signatures.mayHold(position, bits))).toEqual([true, false]);
  signatures.learn(6, 'coral');
  expect(signatures.mayHold(6, bits)).toBe(true);
  signatures.learn(5, 'ink');
  expect(signatures.mayHold(5, bits)).toBe(false);
});
