import { describe, expect, it } from 'vitest';
import {
  matchingSnippets,
  snippetProblem,
  SNIPPET_LIMITS,
  withoutSnippet,
  withSnippet,
  type Snippet,
} from './snippets';

const named = (name: string, id = name): Snippet => ({ id, name, text: `text of ${name}` });
const namesOf = (snippets: readonly Snippet[]) => snippets.map(({ name }) => name);

describe('snippets', () => {
  const some = [named('Delight'), named('Lighting'), named('Soft light'), named('Style')];

  it('match by the start of the name, then of a word, then anywhere', () => {
    expect(namesOf(matchingSnippets(some, 'LIGHT'))).toEqual(['Lighting', 'Soft light', 'Delight']);
    expect(namesOf(matchingSnippets(some, ''))).toEqual(namesOf(some));
    expect(matchingSnippets(some, 'x')).toEqual([]);
  });

  it('stay in the order of their names, and are replaced by id', () => {
    const added = withSnippet(some, named('Mood'));
    expect(namesOf(added)).toEqual(['Delight', 'Lighting', 'Mood', 'Soft light', 'Style']);
    expect(namesOf(withSnippet(added, named('Air', 'Style')))).toEqual([
      'Air',
      'Delight',
      'Lighting',
      'Mood',
      'Soft light',
    ]);
    expect(withoutSnippet(added, 'Mood')).toEqual(some);
  });

  it('need a name of their own, and a text', () => {
    expect(snippetProblem(some, named('New'))).toBeNull();
    expect(snippetProblem(some, named('Style'))).toBeNull();
    expect(snippetProblem(some, named(' style', 'x'))).toBe('Another snippet has this name.');
    expect(snippetProblem(some, named(''))).toBe('A name is required.');
    expect(snippetProblem(some, { id: 'x', name: 'x', text: ' \n' })).toBe('A text is required.');
    const many = Array.from({ length: SNIPPET_LIMITS.count }, (_, index) => named(`s${index}`));
    expect(snippetProblem(many, named('one more'))).toMatch(/^At most/);
    expect(snippetProblem(many, named('s1'))).toBeNull();
  });
});
