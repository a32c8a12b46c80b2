import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  cover,
  differencesOf,
  documentOf,
  readOpen,
  readRules,
  rootOfPlaywright,
  testsOfPlaywright,
  testsOfVitest,
} from './rule-coverage.mjs';

/** Another path, since results must not depend on the checkout that reads them. */
const FROM = path.resolve('/another/checkout');
const SET = { letter: 'J', api: 'Job API', rulesFile: 'r.tsv', openFile: 'o.tsv', documentFile: 'd.md' };
const RULES = readRules(
  'id\tsection\tbinds\trule\nJ-1.01\t1\tboth\tthe first\nJ-1.1\t1\tserver\tthe other\nJ-1.10\t1\tconsole\tthe tenth\n',
  SET.rulesFile,
);
const OPEN = readOpen('id\treason\nJ-1.10\tcomes later\n', SET.openFile);

type Outcome = 'passed' | 'failed' | 'skipped';
const carrying = (id: string, outcome: Outcome = 'passed', title = 'it holds') => ({
  file: 'a.spec.ts',
  title,
  ids: [id],
  outcome,
});
const BOTH = [carrying('J-1.01'), carrying('J-1.1')];

test('a list with a duplicate id or an empty cell is invalid', () => {
  expect(() => readRules('id\tsection\tbinds\trule\nJ-1.01\t1\tboth\ta\nJ-1.01\t1\tboth\tb\n', 'r.tsv')).toThrow(
    'twice',
  );
  expect(() => readRules('id\tsection\tbinds\trule\nJ-1.01\t1\tboth\t\n', 'r.tsv')).toThrow('J-1.01');
  expect(() => readOpen('id\treason\nJ-1.01\n', 'o.tsv')).toThrow('reason');
});

describe('ids in titles', () => {
  const report = (title: string, status: string, ancestorTitles: string[] = []) =>
    testsOfVitest(
      JSON.stringify({
        testResults: [
          { name: path.join(FROM, 'contract/a.spec.ts'), assertionResults: [{ title, status, ancestorTitles }] },
        ],
      }),
      FROM,
    );

  test.each([
    ['J-4.30, J-4.31: is refused', ['J-4.30', 'J-4.31'], 'is refused'],
    ['J-4.30 J-4.101 is refused', ['J-4.30', 'J-4.101'], 'is refused'],
    ['is refused (J-4.30, J-4.31), and J-4.30 again', ['J-4.30', 'J-4.31'], 'is refused, and again'],
    ['is refused', [], 'is refused'],
  ])('are read, and taken out: %s', (title, ids, left) => {
    expect(report(title, 'passed')).toEqual([{ file: 'contract/a.spec.ts', title: left, ids, outcome: 'passed' }]);
  });

  test('apply from the group too, and a test that did not run is skipped', () => {
    const read = [report('a', 'failed', ['J-1.01 group']), report('b', 'pending', ['J-1.01 group'])].flat();
    expect(read.map(({ ids, outcome }) => [ids, outcome])).toEqual([
      [['J-1.01'], 'failed'],
      [['J-1.01'], 'skipped'],
    ]);
  });

  test('are read from e2e tests, of which a flaky one counts as failed', () => {
    const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
    const text = JSON.stringify({
      config: { configFile: path.join(FROM, 'playwright.config.ts'), rootDir: path.join(FROM, 'e2e') },
      suites: [
        {
          title: 'a.spec.ts',
          file: 'a.spec.ts',
          specs: [spec('J-1.01 opens', 'expected')],
          suites: [
            {
              title: 'J-1.1 group',
              file: 'a.spec.ts',
              specs: [spec('wobbles', 'flaky'), spec('waits', 'skipped')],
            },
          ],
        },
      ],
    });
    expect(rootOfPlaywright(text)).toBe(FROM);
    expect(testsOfPlaywright(text, FROM)).toEqual([
      { file: 'e2e/a.spec.ts', title: 'opens', ids: ['J-1.01'], outcome: 'passed' },
      { file: 'e2e/a.spec.ts', title: 'wobbles', ids: ['J-1.1'], outcome: 'failed' },
      { file: 'e2e/a.spec.ts', title: 'waits', ids: ['J-1.1'], outcome: 'skipped' },
    ]);
  });
});

describe('reports', () => {
  const problemsOf = (tests: ReturnType<typeof carrying>[], open = OPEN) => cover(RULES, open, tests, SET).problems;

  test('nothing, when every rule has a test or a reason', () => {
    expect(problemsOf(BOTH)).toEqual([]);
  });

  test('an id that is not in the list', () => {
    expect(problemsOf([...BOTH, carrying('J-1.02')])).toEqual([expect.stringContaining('J-1.02 is no rule')]);
    expect(problemsOf(BOTH, new Map([...OPEN, ['J-9.99', 'x']]))).toEqual([expect.stringContaining('J-9.99')]);
  });

  test('not an id of another API', () => {
    expect(problemsOf([...BOTH, carrying('R-9.99')])).toEqual([]);
  });

  test.each(['failed', 'skipped'] as const)('a rule whose only test %s', (outcome) => {
    expect(problemsOf([carrying('J-1.01', outcome), carrying('J-1.1')])).toEqual([
      expect.stringContaining('J-1.01 has no test that passed'),
    ]);
  });

  test('a rule that is open although it is covered: the list only shrinks', () => {
    expect(problemsOf([...BOTH, carrying('J-1.10')])).toEqual([expect.stringContaining('J-1.10 is proven')]);
    expect(problemsOf([...BOTH, carrying('J-1.10', 'failed')])).toEqual([]);
  });
});

describe('the page', () => {
  test('has a row for each rule', () => {
    const { rules } = cover(RULES, OPEN, [...BOTH, carrying('J-1.1', 'failed', 'a | b'), carrying('J-1.1')], SET);
    expect(documentOf(rules, SET).split('\n').slice(-5)).toEqual([
      '|---|---|---|---|---|---|',
      '| J-1.01 | 1 | both | the first | `a.spec.ts`: it holds | passed |',
      '| J-1.1 | 1 | server | the other | `a.spec.ts`: a &#124; b; it holds | failed |',
      '| J-1.10 | 1 | console | the tenth |  | open: comes later |',
      '',
    ]);
    expect(documentOf(rules, SET)).toContain('3 rules: 2 proven, 1 open.');
  });

  test('lists a few titles of a file and counts the others', () => {
    const many = ['e', 'd', 'c', 'b', 'a'].map((title) => carrying('J-1.01', 'passed', title));
    expect(documentOf(cover(RULES, OPEN, many, SET).rules, SET)).toContain('`a.spec.ts`: a; b; c; and 2 more');
  });

  test('is stale if it differs in a test, but not if it differs in a result only', () => {
    const { rules } = cover(RULES, OPEN, BOTH, SET);
    const page = documentOf(rules, SET);
    expect(differencesOf(rules, page, SET)).toEqual([]);
    const failed = cover(RULES, OPEN, [carrying('J-1.01', 'failed'), carrying('J-1.1')], SET);
    expect(differencesOf(failed.rules, page, SET)).toEqual([]);
    const renamed = cover(RULES, OPEN, [carrying('J-1.01', 'passed', 'it still holds'), carrying('J-1.1')], SET);
    expect(differencesOf(renamed.rules, page, SET)).toEqual([expect.stringContaining('J-1.01')]);
    expect(differencesOf(rules, '', SET)).not.toEqual([]);
  });
});
