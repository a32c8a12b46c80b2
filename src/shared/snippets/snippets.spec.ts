import { describe, expect, it } from 'vitest';
import { inNameOrder, matchingNames, type NamedText } from '@/domains/curated/named-texts';
import { snippetRows } from './snippet-rows';
import { snippetProblem, SNIPPET_LIMITS } from './snippets';

const named = (name: string, id = name): NamedText => ({ id, name, text: `text of ${name}` });
const namesOf = (snippets: readonly NamedText[]) => snippets.map(({ name }) => name);

describe('snippets', () => {
  const some = [named('Delight'), named('Lighting'), named('Soft light'), named('Style')];

  it('match by the start of the name, then of a word, then anywhere', () => {
    expect(namesOf(matchingNames(some, 'LIGHT'))).toEqual(['Lighting', 'Soft light', 'Delight']);
    expect(namesOf(matchingNames(some, ''))).toEqual(namesOf(some));
    expect(matchingNames(some, 'x')).toEqual([]);
  });

  it('are in the order of their names', () => {
    expect(namesOf(inNameOrder([...some, named('Mood')]))).toEqual([
      'Delight',
      'Lighting',
      'Mood',
      'Soft light',
      'Style',
    ]);
  });

  it('need a name of their own, and a text', () => {
    expect(snippetProblem(some, named('New'))).toBeNull();
    expect(snippetProblem(some, named('Style'))).toBeNull();
    expect(snippetProblem(some, named(' style', 'x'))).toEqual({
      in: 'name',
      message: 'Another snippet has this name.',
    });
    expect(snippetProblem(some, named(''))).toMatchObject({ in: 'name' });
    expect(snippetProblem(some, { id: 'x', name: 'x', text: ' \n' })).toMatchObject({ in: 'text' });
    const many = Array.from({ length: SNIPPET_LIMITS.count }, (_, index) => named(`s${index}`));
    expect(snippetProblem(many, named('one more'))).toMatchObject({
      in: null,
      message: expect.stringMatching(/^At most/),
    });
    expect(snippetProblem(many, named('s1'))).toBeNull();
  });
});

describe('the menu of a prompt', () => {
  it('offers wildcard lists that a prompt can use, and no others', () => {
    const lists = [named('color', 'b'), named('color', 'a'), named('color (earlier version)')];
    const offered = [{ kind: 'wildcard', list: named('color', 'a') }];
    expect(snippetRows({ kind: 'typed', of: 'wildcard', query: 'col' }, [], lists)).toEqual(offered);
    expect(snippetRows({ kind: 'all', saved: null }, [], lists)).toEqual([
      ...offered,
      { kind: 'history' },
      { kind: 'lists' },
    ]);
  });
});
