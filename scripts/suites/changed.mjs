// `npm test -- --changed`: finds the suites that a change can affect, and their files.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build/build-parts.mjs';

/**
 * `related`: Vitest and Playwright follow the imports of the changed files. `all`: for files that are not imported.
 * @typedef {'all' | 'related' | 'none'} Reach
 */

/** Files that affect every suite. */
const FOUNDATION =
  /^(?:package(?:-lock)?\.json|\.npmrc|vite(?:st)?\.config\.ts|playwright\.config\.ts|tsconfig.*|scripts\/(?!build\/).+\.mjs)$/;
const PRODUCT = /^(?:src|server|contract|public|bin|scripts\/build)\/|^(?:index\.html|package(?:-lock)?\.json)$/;
const ONLY_FOR_TESTS = /\.spec\.tsx?$|(?:^|\/)testing\/|^contract\/conformance\//;
/** Pages load them by URL. */
const LOADED_BY_URL = /-worker\.[jt]s$|^src\/service-worker\/|^src\/testing\/public\/|^public\//;
/** Specs that read the repository or build it depend on more than their imports. */
const BEYOND_IMPORTS = /import\.meta\.(?:url|dirname|glob)|build-parts|build-child/;

/**
 * @param {readonly string[]} files changed files, relative to the repository root
 * @returns {Record<string, Reach>} by the name of the suite
 */
export function reachOf(files) {
  /** @type {(pattern: RegExp) => boolean} */
  const some = (pattern) => files.some((file) => pattern.test(file));
  const product = files.filter((file) => PRODUCT.test(file) && !ONLY_FOR_TESTS.test(file));
  const modules = some(/^(?:src|server|contract)\//);
  /** @type {(isAll: boolean, isRelated: boolean) => Reach} */
  const reach = (isAll, isRelated) => (isAll || some(FOUNDATION) ? 'all' : isRelated ? 'related' : 'none');
  return {
    unit: reach(false, files.length > 0),
    // Some of them run the gateway in a separate process.
    conformance: reach(
      product.some((file) => /^(?:server|contract)\//.test(file)),
      modules,
    ),
    browser: reach(some(LOADED_BY_URL), modules),
    // E2e tests use the whole product.
    e2e: reach(product.length > 0, some(/^e2e\//)),
  };
}

/**
 * @param {import('./suites.mjs').Suite} suite
 * @param {{ base: string, files: readonly string[] }} change
 * @returns {import('./suites.mjs').Suite | null} `null` if the change cannot affect it
 */
export function narrowed(suite, { base, files }) {
  const reach = reachOf(files)[suite.name] ?? 'all';
  if (reach === 'none') return null;
  if (reach === 'all') return suite;
  if (suite.name === 'e2e') {
    return { ...suite, args: [...suite.args, `--only-changed=${base}`, '--pass-with-no-tests'], mayBeEmpty: true };
  }
  const args = suite.args.flatMap((argument) => (argument === 'run' ? ['related', '--run'] : [argument]));
  const always = suite.name === 'unit' ? specsBeyondImports() : [];
  return { ...suite, args: [...args, '--passWithNoTests', ...files, ...always], mayBeEmpty: true };
}

/**
 * Finds what differs from the base, in commits and in the working tree.
 * @param {string | null} requested base commit; `null`: the point where this branch left `main`
 * @returns {{ base: string, files: string[] }}
 */
export function readChange(requested) {
  const base = requested ?? ['origin/main', 'main'].map(mergeBase).find((commit) => commit !== null) ?? 'HEAD';
  const files = [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return { base, files: [...new Set(files)].toSorted() };
}

/** @returns {string[]} */
export function specsBeyondImports() {
  return ['contract', 'src', 'server', 'scripts', 'bench', '.'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .filter((file) => /\.spec\.tsx?$/.test(file) && !/\.browser\.|^contract\/conformance\//.test(file))
      .filter((file) => BEYOND_IMPORTS.test(readFileSync(path.join(root, file), 'utf8'))),
  );
}

/** @param {string} branch */
function mergeBase(branch) {
  try {
    return git('merge-base', branch, 'HEAD')[0] ?? null;
  } catch {
    return null;
  }
}

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((line) => line !== '');
}
