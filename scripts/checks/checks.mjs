// All static checks. Prints one line per check, and a tool's output only if it fails.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildStaleParts, root } from '../build/build-parts.mjs';
import { checkLockFile } from './lock-file.mjs';

/**
 * @typedef {{ problems: string[], note?: string }} Verdict passes if there are no problems
 * @typedef {{ name: string, run: () => Promise<Verdict> }} Check
 */

/** @param {string} script @param {string[]} args @returns {() => Promise<Verdict>} */
const tool =
  (script, ...args) =>
  () =>
    runTool([path.join('node_modules', script), ...args]);

/** @type {readonly Check[]} */
export const CHECKS = [
  // On two cores, more checkers per program repeat work, while building two programs at a time does not.
  { name: 'types', run: tool('typescript/bin/tsc', '--build', '--checkers', '1', '--builders', '2') },
  { name: 'lint', run: tool('oxlint/bin/oxlint', '--deny-warnings', '--type-aware') },
  {
    name: 'casts',
    // Imported here: it needs packages, and this module loads before they are installed.
    run: async () => {
      const { castsOf, checkCasts } = await import('./casts.mjs');
      return checkCasts(castsOf(root).length);
    },
  },
  {
    name: 'messages',
    run: async () => {
      const { checkMessages } = await import('./messages.mjs');
      return checkMessages(root);
    },
  },
  { name: 'format', run: tool('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'dead code', run: tool('knip/bin/knip.js', '--no-progress', '--cache') },
  {
    name: 'lock file',
    run: async () => ({
      problems: checkLockFile(path.join(root, 'package-lock.json'), path.join(root, 'package.json')),
    }),
  },
];

/** @type {Check} measures the built files, so it builds first */
export const SIZE_CHECK = {
  name: 'size',
  run: async () => {
    await buildStaleParts({ forTests: true });
    // Imported here, as `casts` above.
    const { checkFirstScreenSize } = await import('../build/first-screen-size.mjs');
    return checkFirstScreenSize();
  },
};

/**
 * @param {string[]} args
 * @returns {Promise<Verdict>}
 */
function runTool(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
    child.once('error', (error) => resolve({ problems: [error.message] }));
    child.once('close', (code) =>
      resolve({ problems: code === 0 ? [] : [printed.trim() || `ended with code ${code}`] }),
    );
  });
}

/** Runs a check; one that throws has failed. @param {Check} check @returns {Promise<Verdict>} */
async function resultOf(check) {
  try {
    return await check.run();
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/**
 * Runs the checks in parallel, at most two at a time because they are heavy.
 * @param {readonly Check[]} checks
 * @returns {Promise<import('../suites/suites.mjs').Counts>}
 */
export async function runChecks(checks) {
  const waiting = [...checks];
  /** @type {import('../suites/suites.mjs').Counts} */
  const result = { passed: 0, failed: 0, failures: [] };
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now();
      const { problems, note = '' } = await resultOf(check);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      if (problems.length === 0) {
        result.passed += 1;
      } else {
        result.failed += 1;
        result.failures.push(check.name);
      }
      console.log(
        `${problems.length === 0 ? 'ok    ' : 'FAILED'} ${check.name.padEnd(10)} ${seconds.padStart(5)} s  ${note}`.trimEnd(),
      );
      for (const problem of problems) console.log(problem.replace(/^/gm, '       '));
    }
  };
  await Promise.all([worker(), worker()]);
  return result;
}
