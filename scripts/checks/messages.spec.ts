import { describe, expect, it } from 'vitest';
import { root } from '../build/build-parts.mjs';
import { checkMessages, findMessages, problemsOfCatalog, problemsOfUse } from './messages.mjs';

const found = (code: string) => findMessages('src/a.tsx', code);

describe('the scan of the code', () => {
  it('finds messages of calls, tables and elements', () => {
    const { uses, problems } = found(`
      const TABLE = { label: msg('Run again') };
      function text(isOne, name) { return t(isOne ? 'One' : 'Several') + t('{name} is gone', { name }); }
      const A = () => <Trans text="Open <b>{name}</b>" values={{ b: bold, name }} />;
    `);
    expect(problems).toEqual([]);
    expect(uses.map(({ text }) => text)).toEqual([
      'Run again',
      'One',
      'Several',
      '{name} is gone',
      'Open <b>{name}</b>',
    ]);
    expect(uses.flatMap(problemsOfUse)).toEqual([]);
  });

  it.each([
    ['in an element', 'const A = () => <p>Hello there</p>;'],
    ['in a property that is read', 'const A = () => <p aria-label="Hello" />;'],
    ['in a value', "const a = () => ({ hint: 'Nothing was sent.' });"],
    ['with a value', 'const a = () => `The file ${name} is gone.`;'],
  ])('reports text outside of the catalogs, %s', (_, code) => {
    expect(found(code).problems).toEqual([expect.stringContaining('text outside of the catalogs')]);
  });

  it.each([
    "import a from 'Some file name';",
    "const a = { 'Content type': 1 };",
    "if (name === 'Some class name') throw new Error('Internal failure of it');",
    'const A = () => <p className="Text is not here">·</p>;',
    "type A = 'Some class name';",
  ])('accepts %s', (code) => {
    expect(found(code).problems).toEqual([]);
  });

  it('reports a text that is chosen before the language is known', () => {
    expect(found("const LABEL = t('Run again');").problems).toEqual([
      expect.stringContaining('while the module loads'),
    ]);
  });

  it.each([
    ["const a = () => t('{name} is gone', { title });", ['name', 'title']],
    ["const a = () => t('{name} is gone', {});", ['name']],
    ["const a = () => t('{name is gone', { name });", ['not a valid ICU message']],
  ])('reports values that do not fit: %s', (code, parts) => {
    const problems = found(code).uses.flatMap(problemsOfUse);
    expect(problems).toEqual(parts.map((part) => expect.stringContaining(part)));
  });
});

describe('a catalog', () => {
  const JOBS = '{count, plural, one {# job} other {# jobs}} of {name}';

  it('with all messages has no problem', () => {
    expect(
      problemsOfCatalog('de', { [JOBS]: '{name}: {count, plural, one {# Auftrag} other {# Aufträge}}' }, [JOBS]),
    ).toEqual([]);
    expect(problemsOfCatalog('ja', { [JOBS]: '{name}のジョブ{count, plural, other {#件}}' }, [JOBS])).toEqual([]);
  });

  it.each([
    ['a missing message', {}, 'not translated'],
    ['an unused message', { [JOBS]: '{name} {count, plural, one {#} other {#}}', Gone: 'Weg' }, 'not used any more'],
    ['a lost placeholder', { [JOBS]: '{count, plural, one {#} other {#}}' }, 'lost name'],
    ['an unknown placeholder', { [JOBS]: '{name} {what} {count, plural, one {#} other {#}}' }, 'unknown what'],
    ['a missing form of a plural', { [JOBS]: '{name} {count, plural, other {#}}' }, 'no form "one"'],
    [
      'a form that the language does not have',
      { [JOBS]: '{name} {count, plural, one {#} few {#} other {#}}' },
      'unknown form "few"',
    ],
    ['a message that is cut off', { [JOBS]: '{name} {count, plural, one {#}' }, 'not a valid ICU message'],
    ['an empty translation', { [JOBS]: ' ' }, 'empty'],
  ])('with %s has a problem', (_, catalog, problem) => {
    expect(problemsOfCatalog('de', catalog, [JOBS]).join('\n')).toContain(problem);
  });

  it('of a language without one has no form for it', () => {
    expect(problemsOfCatalog('ja', { [JOBS]: '{name} {count, plural, one {#} other {#}}' }, [JOBS])).toEqual([
      expect.stringContaining('unknown form "one"'),
    ]);
  });
});

it('the catalogs of the console are complete', () => {
  expect(checkMessages(root).problems).toEqual([]);
});
