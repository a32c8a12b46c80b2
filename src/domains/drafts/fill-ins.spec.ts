import { describe, expect, it, test } from 'vitest';
import { fc } from '@contract/testing/properties';
import { fieldKey } from './field-key';
import { fillIn, hasChoices, type FillIn } from './fill-ins';

const NOW = new Date(2026, 8, 5, 7, 4, 9);

/** What a run sends of one text. @param draws values of `Math.random`, in order */
function sent(kind: FillIn, text: string, ...draws: number[]): unknown {
  const graph = {
    '1': {
      class_type: 'EmptyImage',
      inputs: { width: 96, path: 'a/b:c', linked: ['2', 0] },
      _meta: { title: 'The size' },
    },
    '2': { class_type: 'Save', inputs: { text } },
  };
  const random = () => draws.shift() ?? 0;
  const filled = fillIn(JSON.stringify(graph), { [fieldKey('2', 'text')]: kind }, { now: NOW, random });
  return (JSON.parse(filled) as typeof graph)['2'].inputs.text;
}

describe('a prompt', () => {
  test.each([
    ['a /* big */ tree // or bush', 'a  tree '],
    ['a // line\nand more', 'a \nand more'],
    ['open /* comment', 'open /* comment'],
    ['{only one} \\{brace\\}', 'only one {brace}'],
    ['a } and | outside', 'a } and | outside'],
    ['a \\ backslash', 'a \\ backslash'],
  ])('%s is sent as %s', (text, expected) => {
    expect(sent('prompt', text)).toBe(expected);
  });

  test.each([
    [[0], 'a red fox'],
    [[0.5], 'a blue fox'],
    [[0.99], 'a blue fox'],
  ])('draws %j from its choices', (draws, expected) => {
    expect(sent('prompt', 'a {red|blue} fox', ...draws)).toBe(expected);
  });

  test('draws from choices within choices, and from an open brace', () => {
    expect(sent('prompt', '{a|{b|c} d}', 0.9, 0.9)).toBe('c d');
    expect(sent('prompt', 'x {a|b', 0.9)).toBe('x b');
    expect(sent('prompt', '{a\\|b|c}', 0)).toBe('a|b');
  });

  test('has choices only where something is drawn', () => {
    expect(hasChoices('a {red|blue} fox')).toBe(true);
    expect(hasChoices('a {red} fox | other // {a|b}')).toBe(false);
  });

  it('is one of its choices, for any draw', () => {
    const words = fc.array(fc.stringMatching(/^[a-z ]{0,5}$/), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(words, fc.double({ min: 0, max: 0.999, noNaN: true }), (choices, draw) => {
        expect(choices).toContain(sent('prompt', `{${choices.join('|')}}`, draw));
      }),
    );
  });
});

describe('a file name', () => {
  test.each([
    ['%date:yyyy-MM-dd%/tree', '2026-09-05/tree'],
    ['%date:yy-M-d hhmmss%', '26-9-5 070409'],
    ['%EmptyImage.width%_%The size.path%', '96_a_b_c'],
    ['%EmptyImage.linked%_%no.where%_%width%_100%', '%EmptyImage.linked%_%no.where%_%width%_100%'],
    ['{a|b}', '{a|b}'],
  ])('%s is sent as %s', (text, expected) => {
    expect(sent('file_name', text)).toBe(expected);
  });
});

it('fills in nothing of a workflow in the API format, and keeps every other character', () => {
  const text = '{ "1": {"class_type":"T","inputs":{"text":"{a|b}","seed":18446744073709551615}} }';
  const moment = { now: NOW, random: () => 0 };
  expect(fillIn(text, undefined, moment)).toBe(text);
  expect(fillIn(text, { [fieldKey('1', 'text')]: 'prompt', [fieldKey('7', 'text')]: 'prompt' }, moment)).toBe(
    text.replace('{a|b}', 'a'),
  );
});
