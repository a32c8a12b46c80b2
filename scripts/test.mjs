// `npm test`: everything that CI runs, on a fresh clone too. With names (`unit`, `e2e` ...) only those suites.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { buildStaleParts, root } from './build-parts.mjs';
import { installChromium } from './chromium-install.mjs';
import { CHECKS, runChecks, SIZE_CHECK } from './checks.mjs';
import { giveUp, installIfNeeded, requireNode } from './prepare.mjs';
import { RULES_CHECK } from './rule-check.mjs';
import { readCounts, resultOf, SUITES } from './suites.mjs';

requireNode();
installIfNeeded();
process.chdir(root);

const asked = process.argv.slice(2);
const suites = asked.length === 0 ? SUITES : SUITES.filter((suite) => asked.includes(suite.name));
if (suites.length < asked.length) giveUp(`There is no such suite: ${asked.join(' ')}.`);
if (suites.some((suite) => suite.needsBrowser)) await installChromium();

const total = { passed: 0, failed: 0 };
/** @param {{ passed: number, failed: number }} counts */
const add = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};

if (asked.length === 0) {
  console.log('--- check');
  add(await runChecks([...CHECKS, SIZE_CHECK]));
} else if (suites.some((suite) => suite.needsBuild)) {
  await buildStaleParts().catch((error) => giveUp(error.message));
}
for (const suite of suites) {
  console.log(`--- ${suite.name}`);
  // A report of an earlier run must not be counted for this one.
  rmSync(suite.report, { force: true });
  const exitCode = await run(suite.args);
  add(resultOf({ exitCode, counts: readCounts(suite) }));
}
if (asked.length === 0) {
  console.log('--- rules');
  add(await runChecks([RULES_CHECK]));
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/**
 * @param {string[]} args
 * @returns {Promise<number | null>}
 */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => {
      console.error(error.message);
      resolve(null);
    });
    child.once('close', resolve);
  });
}
