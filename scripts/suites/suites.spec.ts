import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../build/build-parts.mjs';
import { countPlaywright, countVitest, resultOf, SUITES, turnsOf } from './suites.mjs';

const vitestReport = (numPassedTests: number, numFailedTests: number, files: object[] = []) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults: files });

test('a test file that cannot be loaded counts as a failure, and each failure is named with its error', () => {
  const files = [
    { name: path.join(root, 'src/broken.spec.ts'), status: 'failed', assertionResults: [] },
    {
      name: path.join(root, 'src/a.spec.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'adds up', failureMessages: ['Error: 3 is not 4\n\n    at a.spec.ts:7'] },
        { status: 'passed', fullName: 'takes away', failureMessages: [] },
      ],
    },
  ];
  expect(countVitest(vitestReport(1, 1, files))).toEqual({
    passed: 1,
    failed: 2,
    failures: [
      'src/a.spec.ts › adds up\n    Error: 3 is not 4\n        at a.spec.ts:7',
      'src/broken.spec.ts › could not be loaded',
    ],
  });
});

test('a flaky e2e test counts as failed, and each failure is named with its browser and all errors', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 3 };
  const errors = [
    { message: '\u001B[31mError: timed out\u001B[39m' },
    { message: `Error: long${'\nline'.repeat(50)}` },
  ];
  const spec = (title: string, status: string) => ({
    title,
    file: 'live.spec.ts',
    tests: [{ projectName: 'firefox', status, results: [{ errors }] }],
  });
  const suites = [
    { specs: [spec('one', 'expected')], suites: [{ specs: [spec('two', 'unexpected'), spec('three', 'flaky')] }] },
  ];
  const messages = `\n    Error: timed out\n    Error: long${'\n    line'.repeat(11)}`;
  expect(countPlaywright(JSON.stringify({ stats, suites, errors: [{ message: 'no browser' }] }))).toEqual({
    passed: 5,
    failed: 3,
    failures: [
      `e2e/live.spec.ts › two (firefox)${messages}`,
      `e2e/live.spec.ts › three (firefox)${messages}`,
      'no browser',
    ],
  });
});

const counts = (passed: number, failures: string[] = []) => ({ passed, failed: failures.length, failures });

test.each([
  ['nothing ran', { exitCode: 0, counts: counts(0) }, counts(0, ['nothing ran'])],
  ['there is no report', { exitCode: 0, counts: null }, counts(0, ['nothing ran'])],
  [
    'the exit code tells of more',
    { exitCode: 1, counts: counts(9) },
    counts(9, ['ended with code 1 though no test failed']),
  ],
  ['the counts explain the exit code', { exitCode: 1, counts: counts(9, ['a', 'b']) }, counts(9, ['a', 'b'])],
  ['a change reached none of it', { exitCode: 0, counts: null, mayBeEmpty: true }, counts(0)],
  ['it broke before it ran', { exitCode: 1, counts: null, mayBeEmpty: true }, counts(0, ['nothing ran'])],
  ['all went well', { exitCode: 0, counts: counts(9) }, counts(9)],
])('%s', (_, end, result) => {
  expect(resultOf(end)).toEqual(result);
});

const namesOf = (suites: typeof SUITES) => turnsOf(suites).map((turn) => turn.map(({ name }) => name));

test('every suite runs once, in two turns that each begin with tests in browsers', () => {
  expect(namesOf(SUITES)).toEqual([
    ['browser', 'conformance'],
    ['e2e', 'unit'],
  ]);
  expect(namesOf(SUITES.filter(({ name }) => name !== 'e2e'))).toEqual([['browser', 'conformance', 'unit']]);
  expect(namesOf(SUITES.filter(({ name }) => name === 'unit'))).toEqual([['unit']]);
});

test('each suite has a report of its own', () => {
  expect(new Set(SUITES.map(({ report }) => report)).size).toBe(SUITES.length);
});
