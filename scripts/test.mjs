// `npm test`: everything that CI runs, on a fresh clone too. With names (`unit`, `e2e` ...) only those suites.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { buildStaleParts, root } from './build-parts.mjs';
import { installChromium } from './chromium-install.mjs';
import { CHECKS, runChecks, SIZE_CHECK } from './checks.mjs';
import { giveUp, installIfNeeded, requireNode } from './prepare.mjs';
import { RULES_CHECK } from './rule-check.mjs';
import { readCounts, resultOf, SUITES, turnsOf } from './suites.mjs';

requireNode();
installIfNeeded();
process.chdir(root);

const asked = process.argv.slice(2);
const suites = asked.length === 0 ? SUITES : SUITES.filter((suite) => asked.includes(suite.name));
if (suites.length < asked.length) giveUp(`There is no such suite: ${asked.join(' ')}.`);
if (suites.some((suite) => suite.needsBrowser)) await installChromium();

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
/** @param {string} part @param {import('./suites.mjs').Counts} counts */
const add = (part, counts) => {
  total.passed += counts.passed;
  total.failed += counts.failed;
  failures.push(...counts.failures.map((name) => `${part}: ${name}`));
};

if (asked.length === 0) {
  console.log('--- check');
  add('check', await runChecks([...CHECKS, SIZE_CHECK]));
} else if (suites.some((suite) => suite.needsBuild)) {
  await buildStaleParts().catch((error) => giveUp(error.message));
}
for (const lines of turnsOf(suites)) await Promise.all(lines.map((line, index) => runInLine(line, index > 0)));
if (asked.length === 0) {
  console.log('--- rules');
  add('check', await runChecks([RULES_CHECK]));
}
// A run says much: whoever reads only its end finds there what to look for.
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** @param {import('./suites.mjs').Suite[]} line @param {boolean} isHeldBack whether what they say waits for their end */
async function runInLine(line, isHeldBack) {
  for (const suite of line) {
    if (!isHeldBack) console.log(`--- ${suite.name}`);
    // A report of an earlier run must not be counted for this one.
    rmSync(suite.report, { force: true });
    // One worker: the core that is free, and not half of the other.
    const { exitCode, said } = await run(isHeldBack ? [...suite.args, '--maxWorkers=1'] : suite.args, isHeldBack);
    console.log(isHeldBack ? `--- ${suite.name}\n${said}` : said);
    add(suite.name, resultOf({ exitCode, counts: readCounts(suite) }));
  }
}

/**
 * @param {string[]} args @param {boolean} isHeldBack
 * @returns {Promise<{ exitCode: number | null, said: string }>}
 */
function run(args, isHeldBack) {
  const output = isHeldBack ? 'pipe' : 'inherit';
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', output, output] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (said += text));
    child.once('error', (error) => resolve({ exitCode: null, said: `${said}${error.message}` }));
    child.once('close', (exitCode) => resolve({ exitCode, said }));
  });
}
