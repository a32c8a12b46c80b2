import { expect, it } from 'vitest';
import { listsOfBody, withDrawnLists } from './body-lists';

const LISTS = { quote: 'say "hi"' };

it('draws values in texts of any depth, and keeps everything else with every digit', () => {
  const body = '{"prompt":"__quote__ to __other__","of":[{"note":"__quote__"}],"seed":18446744073709551615}';
  expect(withDrawnLists(body, LISTS)).toBe(
    '{"prompt":"say \\"hi\\" to __other__","of":[{"note":"say \\"hi\\""}],"seed":18446744073709551615}',
  );
});

it('leaves an input without names, and URLs, as they are written', () => {
  for (const body of ['{ "a" : "__other__" }', '{ "url" : "https://x/__quote__.png" }']) {
    expect(withDrawnLists(body, LISTS)).toBe(body);
  }
});

it('reports names that are sent as typed', () => {
  expect(listsOfBody('{"a":"__quote__","b":["line\\n__other__"]}', LISTS)).toMatchObject([
    { name: 'quote', problem: null },
    { name: 'other', problem: 'There is no wildcard list “other”.' },
  ]);
});
