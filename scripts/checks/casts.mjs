// Counts the casts (`as X`, `x!`) of the product: each bypasses the type checker.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';

/** Lower it whenever a cast is removed; never raise it. Each remaining cast has a comment with its guarantee. */
export const MAX_CASTS = 113;

const FOLDERS = ['contract', 'src', 'server'];

/** @param {string} file */
function isProduct(file) {
  if (!/\.tsx?$/.test(file) || file.endsWith('.d.ts')) return false;
  return !/\.(?:spec|live)\.tsx?$|\/testing\/|\/live\/|^contract\/conformance\//.test(file);
}

/**
 * Returns the line numbers of casts. `as const` does not count: it is type-safe.
 * @param {string} file its name decides the language
 * @param {string} text
 * @returns {number[]}
 */
export function findCasts(file, text) {
  /** @type {number[]} */
  const lines = [];
  /** @type {unknown[]} */
  const open = [parseAst(text, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' })];
  while (open.length > 0) {
    const node = /** @type {Record<string, any> | null} */ (open.pop());
    if (typeof node !== 'object' || node === null) continue;
    const isAssertion = node['type'] === 'TSAsExpression' || node['type'] === 'TSTypeAssertion';
    const isConst = isAssertion && node['typeAnnotation'].typeName?.name === 'const';
    if ((isAssertion && !isConst) || node['type'] === 'TSNonNullExpression') {
      lines.push(text.slice(0, node['start']).split('\n').length);
    }
    open.push(...Object.values(node));
  }
  return lines.sort((a, b) => a - b);
}

/**
 * Returns all casts of the product, such as `src/api/client.ts:12`.
 * @param {string} root
 * @returns {string[]}
 */
export function castsOf(root) {
  return FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
      .filter(isProduct)
      .flatMap((file) => findCasts(file, readFileSync(path.join(root, file), 'utf8')).map((line) => `${file}:${line}`)),
  );
}

/**
 * @param {number} count
 * @returns {import('./checks.mjs').Verdict}
 */
export function checkCasts(count, most = MAX_CASTS) {
  if (count === 0) return { problems: ['No cast was found: the scan reads the wrong files'] };
  if (count > most) {
    return {
      problems: [
        `${count} casts, at most ${most} are allowed: use a type guard, a schema or a better type (scripts/checks/casts.mjs)`,
      ],
    };
  }
  return {
    problems: [],
    note: `${count} casts${count < most ? `: lower MAX_CASTS (${most}) in scripts/checks/casts.mjs` : ''}`,
  };
}
