// The suites of `npm test`, their schedule, and how results are counted.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../build/build-parts.mjs';

/**
 * @typedef {{ passed: number, failed: number, failures: string[] }} Counts `failures`: names of failed tests, with their errors
 * @typedef {{ name: string, args: string[], report: string, count: (report: string) => Counts, needsBuild: boolean, startsGateways?: boolean, needsBrowser: boolean, mayBeEmpty?: boolean }} Suite
 * `startsGateways`: built ones, so the gateways are built first
 */

const folder = 'test-results/reports';

/** @type {readonly Suite[]} */
export const SUITES = [
  vitest('unit', { needsBrowser: false }),
  { ...vitest('conformance', { needsBrowser: false }), startsGateways: true },
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
 * Component tests, of which two pages run at a time, wait for more than half of their time, and conformance tests run beside them.
 * The e2e tests leave a quarter of two cores, which the unit tests take (decision 092).
 * @param {readonly Suite[]} suites
 * @returns {Suite[][]} turns of suites that run in parallel; all but the first of a turn with low priority
 */
export function turnsOf(suites) {
  const stories = suites.filter(({ needsBuild }) => needsBuild);
  const pages = suites.filter(({ needsBrowser, needsBuild }) => needsBrowser && !needsBuild);
  const gateways = suites.filter(({ startsGateways }) => startsGateways);
  const others = suites.filter(({ needsBrowser, startsGateways }) => !needsBrowser && !startsGateways);
  const first = [...pages, ...gateways];
  const turns = stories.length > 0 ? [first, [...stories, ...others]] : [[...first, ...others]];
  return turns.filter((turn) => turn.length > 0);
}

/**
 * @param {string} name project of `vitest.config.ts`
 * @param {{ needsBrowser: boolean }} options
 * @returns {Suite}
 */
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

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestResult */

/**
 * Counts Vitest results. A file that failed to load has no tests, so it counts as one failure.
 * @param {string} text
 * @returns {Counts}
 */
export function countVitest(text) {
  const report = JSON.parse(text);
  const broken = report.testResults.filter(
    (/** @type {{ name: string, status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failures = report.testResults.flatMap(
    (/** @type {{ name: string, assertionResults: VitestResult[] }} */ file) =>
      file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) =>
          withMessages(`${path.relative(root, file.name)} › ${fullName}`, failureMessages),
        ),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    failures: [
      ...failures,
      ...broken.map((/** @type {{ name: string }} */ { name }) => `${path.relative(root, name)} › could not be loaded`),
    ],
  };
}

/**
 * Counts Playwright results. A flaky test counts as failed.
 * @param {string} text
 * @returns {Counts}
 */
export function countPlaywright(text) {
  const { stats, errors, suites } = JSON.parse(text);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...suites.flatMap(failedStories),
      ...errors.map((/** @type {{ message: string }} */ { message }) => message),
    ],
  };
}

/**
 * @typedef {{ title: string, file: string, suites?: PlaywrightSuite[], specs: PlaywrightSpec[] }} PlaywrightSuite
 * @typedef {{ title: string, file: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ projectName: string, status: string, results: { errors: { message?: string }[] }[] }} PlaywrightTest
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failedStories({ suites = [], specs }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        withMessages(
          `e2e/${file} › ${title} (${projectName})`,
          results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
        ),
      ),
  );
  return [...own, ...suites.flatMap(failedStories)];
}

const MAX_MESSAGE_LINES = 12;

/**
 * Appends what failed: a service that runs the tests may keep only the end of their output.
 * @param {string} name @param {string[]} messages
 */
function withMessages(name, messages) {
  const lines = messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, MAX_MESSAGE_LINES),
  );
  return [name, ...lines].join('\n    ');
}

/**
 * Returns the result of a finished suite. An exit code without failures counts as a failure, and so does a run without tests,
 * unless the change may not affect the suite.
 * @param {{ exitCode: number | null, counts: Counts | null, mayBeEmpty?: boolean | undefined }} end
 * @returns {Counts}
 */
export function resultOf({ exitCode, counts, mayBeEmpty = false }) {
  if (counts === null || counts.passed + counts.failed === 0) {
    if (mayBeEmpty && exitCode === 0) return { passed: 0, failed: 0, failures: [] };
    return { passed: 0, failed: 1, failures: ['nothing ran'] };
  }
  if (exitCode !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, failures: [`ended with code ${exitCode} though no test failed`] };
  }
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
