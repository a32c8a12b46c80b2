// Everything that is judged without running the product. One line a check; the words of a tool only when it objects.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildStaleParts, root } from './build-parts.mjs';
import { checkFirstScreenSize } from './first-screen-size.mjs';
import { checkLockFile } from './lock-file.mjs';

/**
 * @typedef {{ problems: string[], note?: string }} Verdict it holds when there is no problem
 * @typedef {{ name: string, run: () => Promise<Verdict> }} Check
 */

/** @param {string} script @param {string[]} args @returns {() => Promise<Verdict>} */
const tool =
  (script, ...args) =>
  () =>
    runTool([path.join('node_modules', script), ...args]);

/** What the type checker knows of the files that did not change since it ran last. */
const TYPES_CACHE = 'node_modules/.cache/types.tsbuildinfo';

/** @type {readonly Check[]} */
export const CHECKS = [
  {
    name: 'types',
    run: tool('typescript/bin/tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', TYPES_CACHE),
  },
  { name: 'lint', run: tool('oxlint/bin/oxlint', '--deny-warnings') },
  { name: 'format', run: tool('prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '--cache', '.') },
  { name: 'dead code', run: tool('knip/bin/knip.js', '--no-progress', '--cache') },
  {
    name: 'lock file',
    run: async () => ({
      problems: checkLockFile(path.join(root, 'package-lock.json'), path.join(root, 'package.json')),
    }),
  },
];

/** @type {Check} of the files as they are shipped, so it builds first */
export const SIZE_CHECK = {
  name: 'size',
  run: async () => {
    await buildStaleParts();
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

/** A check that breaks down has not passed. @param {Check} check @returns {Promise<Verdict>} */
async function verdictOf(check) {
  try {
    return await check.run();
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/**
 * Runs them side by side, but two at a time: they are heavy.
 * @param {readonly Check[]} checks
 * @returns {Promise<import('./suites.mjs').Counts>}
 */
export async function runChecks(checks) {
  const waiting = [...checks];
  /** @type {import('./suites.mjs').Counts} */
  const result = { passed: 0, failed: 0, failures: [] };
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const startedAt = performance.now();
      const { problems, note = '' } = await verdictOf(check);
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
