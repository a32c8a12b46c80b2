import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '@contract/testing/cpu-time';
import { fc } from '@contract/testing/properties';
import { expandWildcards, wildcardNames, type WildcardLists } from './wildcards';

const all = (text: string, lists: WildcardLists = {}) => {
  const result = expandWildcards(text, lists, null);
  return 'texts' in result ? result.texts : result.problem;
};
const picked = (text: string, count: number, seed = 7n, lists: WildcardLists = {}) => {
  const result = expandWildcards(text, lists, { count, seed });
  return 'texts' in result ? result.texts : [result.problem];
};

describe('wildcards', () => {
  it.each<[string, string[]]>([
    ['a cat', ['a cat']],
    ['a {red|blue} {cat|dog}', ['a red cat', 'a red dog', 'a blue cat', 'a blue dog']],
    ['{a|b{1|2}}', ['a', 'b1', 'b2']],
    ['{very |}old', ['very old', 'old']],
    ['{a|a|b}', ['a', 'b']],
    ['a | b', ['a | b']],
    [String.raw`\{a\|b\} {c\|d|e}`, ['{a|b} c|d', '{a|b} e']],
    [String.raw`(cat:1.2) \(photo\)`, [String.raw`(cat:1.2) \(photo\)`]],
    ['snake_case and __ and ____', ['snake_case and __ and ____']],
  ])('%s result in %j', (text, texts) => {
    expect(all(text)).toEqual(texts);
  });

  it('use lists, also in lists and in choices, without their comments and empty lines', () => {
    const lists = { color: 'red\n\n# warm\nblue {sky|sea}\n', 'hair/style': '__color__ hair\r\nbald' };
    expect(all('{a|__color__}', lists)).toEqual(['a', 'red', 'blue sky', 'blue sea']);
    expect(all('__hair/style__', lists)).toEqual(['red hair', 'blue sky hair', 'blue sea hair', 'bald']);
    expect(wildcardNames('x __hair/style__ __other__', lists)).toEqual(['hair/style', 'color', 'other']);
  });

  it.each<[string, RegExp]>([
    ['a {b', /“{” at character 3 is not closed/],
    ['a } b', /“}” at character 3 closes nothing/],
    ['__none__', /^The list __none__ has no values yet/],
    ['__toString__', /^The list __toString__ has no values yet/],
    ['__self__', /^The list __self__ contains itself/],
    ['__broken__', /^In the list __broken__: “{” at character 1/],
    ['{a|b}'.repeat(14), /^16,384 combinations; a sweep has at most 10,000 jobs/],
    ['{a|b}'.repeat(200), /^More than a billion combinations/],
    ['{'.repeat(1000), /nested too deeply/],
  ])('%s cannot be expanded', (text, problem) => {
    expect(all(text, { self: 'a __self__', broken: '{' })).toMatch(problem);
  });

  describe('with lists inside of each other', () => {
    /** A chain of lists `l0` to `l{length}`, each with these texts of the one before. */
    const chain = (length: number, first: string, next: (name: string) => string): WildcardLists =>
      Object.fromEntries([
        ['l0', first],
        ...Array.from({ length }, (_, index) => [`l${index + 1}`, next(`__l${index}__`)]),
      ]);
    const cases: [what: string, text: string, lists: WildcardLists, problem: RegExp][] = [
      [
        'doubling their number',
        '__l60__',
        chain(60, 'a\nb', (name) => `${name}${name}`),
        /^These choices have more combinations than can be picked from/,
      ],
      [
        'doubling one text',
        '__l25__',
        chain(25, 'word', (name) => `${name} ${name}`),
        /^One text can grow to more than 100,000 characters/,
      ],
      ['doubling nothing', '__l25__', chain(25, '{|}', (name) => `${name} ${name}`), /^(?:These choices|One text)/],
      ['a chain of thousands', '__l5000__', chain(5000, 'a', (name) => name), /^More than 200 lists and choices are/],
    ];

    it.each(cases)('%s is told in no time', (_what, text, lists, problem) => {
      for (const picks of [null, { count: 10, seed: 1n }]) {
        let result = expandWildcards('', {}, null);
        expect(leastCpuMs(500, () => (result = expandWildcards(text, lists, picks)))).toBeLessThan(500);
        expect('problem' in result && result.problem).toMatch(problem);
      }
      expect(wildcardNames(text, lists)).toHaveLength(Object.keys(lists).length);
    });

    it('have at most 50 million characters together', () => {
      const lists = { long: 'x'.repeat(50_000), number: Array.from({ length: 2000 }, (_, index) => index).join('\n') };
      expect(all('__long____number__', lists)).toMatch(/^The texts have more than 50 million characters together/);
    });

    it('picks each value of a long list in time in proportion to its length', () => {
      const values = Array.from({ length: 10_000 }, (_, index) => `v${index}`);
      const lists = { long: values.join('\n') };
      let texts: string | string[] = [];
      expect(leastCpuMs(1000, () => (texts = all('__long__', lists)))).toBeLessThan(1000);
      expect(texts).toEqual(values);
    });
  });

  it('picks different texts at random, the same for the same seed', () => {
    const text = '{a|b}'.repeat(200);
    const texts = picked(text, 50);
    expect(new Set(texts).size).toBe(50);
    expect(texts.every((one) => /^[ab]{200}$/.test(one))).toBe(true);
    expect(picked(text, 50)).toEqual(texts);
    expect(picked(text, 50, 8n)).not.toEqual(texts);
  });

  it('picks from few combinations until all are used', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.integer({ min: 1, max: 10 }), (seed, count) => {
        const texts = picked('{a|b|c}{1|2}', count, seed);
        expect(texts).toHaveLength(Math.min(6, count));
        expect(new Set(texts).size).toBe(texts.length);
        expect(all('{a|b|c}{1|2}')).toEqual(expect.arrayContaining(texts));
      }),
    );
  });

  it('expand any choices to their product, in order', () => {
    const options = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(options, { minLength: 1, maxLength: 4 }), (choices) => {
        const template = choices.map((one) => `{${one.join('|')}}`).join('-');
        const product = choices.reduce<string[]>(
          (texts, one, index) =>
            texts.flatMap((text) => one.map((option) => (index === 0 ? option : `${text}-${option}`))),
          [''],
        );
        expect(all(template)).toEqual(product);
      }),
    );
  });

  it('never fail in another way than with a message', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ab{}|\\_]{0,30}$/), (text) => {
        const result = expandWildcards(text, { a: 'x\n__b__', b: '{y|z}' }, { count: 3, seed: 1n });
        expect('texts' in result ? result.texts.length > 0 : result.problem.length > 0).toBe(true);
      }),
    );
  });
});
