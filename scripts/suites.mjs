// The suites of `npm test`, how they take turns, and how their results are counted.
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number }} Counts
 * @typedef {{ name: string, args: string[], report: string, count: (report: string) => Counts, needsBuild: boolean, needsBrowser: boolean }} Suite
 */

const folder = 'test-results/reports';

/** @type {readonly Suite[]} */
export const SUITES = [
  vitest('unit', { needsBrowser: false }),
  vitest('conformance', { needsBrowser: false }),
  vitest('browser', { needsBrowser: true }),
  {
    name: 'e2e',
    args: ['node_modules/@playwright/test/cli.js', 'test'],
    report: `${folder}/e2e.json`,
    count: countPlaywright,
    needsBuild: true,
    needsBrowser: true,
  },
];

/**
 * The suite of the components has one page draw one thing after the other: beside it there is a core to spare for those
 * that need no browser. The stories fill the machine alone.
 * @param {readonly Suite[]} suites
 * @returns {Suite[][][]} turns, each of lines that run at once
 */
export function turnsOf(suites) {
  const beside = suites.filter(({ needsBrowser }) => !needsBrowser);
  const pages = suites.filter(({ needsBrowser, needsBuild }) => needsBrowser && !needsBuild);
  const stories = suites.filter(({ needsBuild }) => needsBuild);
  return [[pages, beside], [stories]].map((lines) => lines.filter((line) => line.length > 0));
}

/** @param {string} name @param {{ needsBrowser: boolean }} needs @returns {Suite} */
function vitest(name, { needsBrowser }) {
  const report = `${folder}/${name}.json`;
  return {
    name,
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      name,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    report,
    count: countVitest,
    needsBuild: false,
    needsBrowser,
  };
}

/**
 * A file that cannot be loaded has no tests to count, so it counts as one that failed. @param {string} text
 * @returns {Counts}
 */
export function countVitest(text) {
  const report = JSON.parse(text);
  const broken = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/**
 * A flaky test is a failed one. @param {string} text
 * @returns {Counts}
 */
export function countPlaywright(text) {
  const { stats, errors } = JSON.parse(text);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

/**
 * What a suite that ended amounts to: nothing run, or an exit code that the counts do not explain, is a failure.
 * @param {{ exitCode: number | null, counts: Counts | null }} end
 * @returns {Counts}
 */
export function resultOf({ exitCode, counts }) {
  if (counts === null || counts.passed + counts.failed === 0) return { passed: 0, failed: 1 };
  if (exitCode !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

/** @param {Suite} suite @returns {Counts | null} */
export function readCounts(suite) {
  try {
    return existsSync(suite.report) ? suite.count(readFileSync(suite.report, 'utf8')) : null;
  } catch {
    return null;
  }
}
