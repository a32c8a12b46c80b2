// `npm test`: runs everything that CI runs, also on a fresh clone. With names (`unit`, `e2e` ...) only those suites, with
// `--changed` or `--changed=COMMIT` only what the changes since `main` or that commit can affect.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { buildStaleParts, root } from './build/build-parts.mjs';
import { narrowed, readChange } from './suites/changed.mjs';
import { installChromium } from './browsers/chromium-install.mjs';
import { CHECKS, runChecks, SIZE_CHECK } from './checks/checks.mjs';
import { giveUp, installIfNeeded, requireNode } from './prepare.mjs';
import { RULES_CHECK } from './suites/rule-check.mjs';
import { readCounts, resultOf, SUITES, turnsOf } from './suites/suites.mjs';

requireNode();
installIfNeeded();
process.chdir(root);

const CHANGED = /^--changed(?:=(.+))?$/;
const requests = process.argv.slice(2).filter((argument) => !CHANGED.test(argument));
const since = process.argv.slice(2).flatMap((argument) => CHANGED.exec(argument) ?? []);
const change = since.length > 0 ? readChange(since[1] ?? null) : null;
const named = requests.length === 0 ? SUITES : SUITES.filter((suite) => requests.includes(suite.name));
if (named.length < requests.length) giveUp(`There is no such suite: ${requests.join(' ')}.`);
const suites = change ? named.flatMap((suite) => narrowed(suite, change) ?? []) : named;
if (change) console.log(`${change.files.length} files differ from ${change.base}`);
if (suites.some((suite) => suite.needsBrowser)) await installChromium();

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
/** @param {string} part @param {import('./suites/suites.mjs').Counts} counts */
const add = (part, counts) => {
  total.passed += counts.passed;
  total.failed += counts.failed;
  failures.push(...counts.failures.map((name) => `${part}: ${name}`));
};

const usesBuild = suites.some((suite) => suite.needsBuild || suite.startsGateways);
if (requests.length === 0) {
  console.log('--- check');
  add('check', await runChecks(usesBuild ? [...CHECKS, SIZE_CHECK] : CHECKS));
} else if (usesBuild) {
  await buildStaleParts({ forTests: true }).catch((/** @type {unknown} */ error) =>
    giveUp(error instanceof Error ? error.message : String(error)),
  );
}
for (const turn of turnsOf(suites)) await Promise.all(turn.map((suite, index) => runSuite(suite, index > 0)));
// Only a full run shows whether each rule is covered.
if (requests.length === 0 && !change) {
  console.log('--- rules');
  add('check', await runChecks([RULES_CHECK]));
}
// Lists failures at the end, since the output is long.
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && (total.passed > 0 || change !== null) ? 0 : 1;

/** @param {import('./suites/suites.mjs').Suite} suite @param {boolean} isHeldBack whether its output is printed at its end */
async function runSuite(suite, isHeldBack) {
  if (!isHeldBack) console.log(`--- ${suite.name}`);
  // Deletes the report of an earlier run, so that it is not counted.
  rmSync(suite.report, { force: true });
  // The tests in browsers beside it need the cores.
  const { exitCode, said } = await run(isHeldBack ? [...suite.args, '--maxWorkers=1'] : suite.args, isHeldBack);
  console.log(isHeldBack ? `--- ${suite.name}\n${said}` : said);
  add(suite.name, resultOf({ exitCode, counts: readCounts(suite), mayBeEmpty: suite.mayBeEmpty }));
}

/**
 * @param {string[]} args @param {boolean} isHeldBack
 * @returns {Promise<{ exitCode: number | null, said: string }>}
 */
function run(args, isHeldBack) {
  const output = isHeldBack ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', output, output] });
    // Before it starts processes, which inherit the priority.
    if (isHeldBack && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', (error) => resolve({ exitCode: null, said: `${said}${error.message}` }));
    child.once('close', (exitCode) => resolve({ exitCode, said }));
  });
}
