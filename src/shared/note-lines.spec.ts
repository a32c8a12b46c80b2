import { expect, test } from 'vitest';
import { fc, runs } from '@contract/testing/properties';
import { noteLines } from './note-lines';

const linesOf = (text: string) =>
  noteLines(text).map(({ kind, parts }) => `${kind}: ${parts.map((part) => part.text).join('|')}`);

test('reads headings, lists, code and emphasis', () => {
  expect(linesOf('# Model **links**\n\n**vae**\n- a `b` c\r\n```\nmodels/\n  - vae/\n```\nend')).toEqual([
    'heading: Model links',
    'text: ',
    'text: vae',
    'item: a |b| c',
    'code: models/',
    'code:   - vae/',
    'text: end',
  ]);
});

test('shows a link as text with its host, and an image as its description', () => {
  expect(linesOf('Get [ae](https://huggingface.co/x/ae.safetensors) now')).toEqual([
    'text: Get |ae (huggingface.co)| now',
  ]);
  expect(linesOf('[https://good.example](https://evil.example/)')).toEqual([
    'text: https://good.example (evil.example)',
  ]);
  expect(linesOf('[run](javascript:alert`1`)')).toEqual(['text: run (javascript:alert`1`)']);
  expect(linesOf('![a fox](http://tracker.example/pixel.png)')).toEqual(['text: [Image: a fox]']);
});

test('leaves HTML as it is written', () => {
  expect(linesOf('<img src=x onerror=alert(1)>')).toEqual(['text: <img src=x onerror=alert(1)>']);
});

test('loses no word of a text without Markdown', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z .,\n]*$/), (text) => {
      expect(
        noteLines(text)
          .map(({ parts }) => parts.map((part) => part.text).join(''))
          .join('\n'),
      ).toBe(text);
    }),
    { numRuns: runs(50) },
  );
});

test('takes time in proportion to the length', () => {
  for (const part of ['[', '[](', '**', 'a`', '![a]']) expect(noteLines(part.repeat(20_000))).toHaveLength(1);
});
