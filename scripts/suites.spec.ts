import { expect, test } from 'vitest';
import { countPlaywright, countVitest, resultOf, SUITES, turnsOf } from './suites.mjs';

const vitestReport = (numPassedTests: number, numFailedTests: number, files: object[] = []) =>
  JSON.stringify({ numPassedTests, numFailedTests, testResults: files });

test('a test file that cannot be loaded counts as a failure', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(countVitest(vitestReport(1, 1, files))).toEqual({ passed: 1, failed: 2 });
});

test('a flaky story is a failed one', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 };
  expect(countPlaywright(JSON.stringify({ stats, errors: [] }))).toEqual({ passed: 5, failed: 3 });
});

test.each([
  ['nothing ran', { exitCode: 0, counts: { passed: 0, failed: 0 } }, { passed: 0, failed: 1 }],
  ['there is no report', { exitCode: 0, counts: null }, { passed: 0, failed: 1 }],
  ['the exit code tells of more', { exitCode: 1, counts: { passed: 9, failed: 0 } }, { passed: 9, failed: 1 }],
  ['the counts explain the exit code', { exitCode: 1, counts: { passed: 9, failed: 2 } }, { passed: 9, failed: 2 }],
  ['all went well', { exitCode: 0, counts: { passed: 9, failed: 0 } }, { passed: 9, failed: 0 }],
])('%s', (_, end, result) => {
  expect(resultOf(end)).toEqual(result);
});

test('every suite has its turn; what needs no browser runs beside the components', () => {
  const names = turnsOf(SUITES).map((lines) => lines.map((line) => line.map(({ name }) => name)));
  expect(names).toEqual([[['browser'], ['unit', 'conformance']], [['e2e']]]);
  expect(turnsOf(SUITES.filter(({ name }) => name === 'unit'))).toEqual([[[SUITES[0]]], []]);
});
