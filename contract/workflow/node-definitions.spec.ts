import { expect, it } from 'vitest';
import { inputSpecs } from './node-definitions';
import { literalProblem } from './validate';

it('recognizes colors: text of type COLOR, and numbers that are displayed as a color', () => {
  const specs = inputSpecs({
    name: 'Canvas',
    input: {
      required: {
        line: ['COLOR', { default: '#ffffff' }],
        fill: ['INT', { display: 'color' }],
        size: ['INT', { display: 'number' }],
        title: ['STRING', { display: 'color' }],
      },
    },
  });
  expect(specs.map(({ name, kind, isColor }) => [name, kind, isColor ?? false])).toEqual([
    ['line', 'string', true],
    ['fill', 'int', true],
    ['size', 'int', false],
    ['title', 'string', false],
  ]);
  const line = specs[0];
  if (!line) throw new Error('no spec');
  expect(literalProblem('#ff8800', line)).toBeNull();
});
