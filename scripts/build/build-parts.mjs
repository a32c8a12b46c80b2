// Builds the console and the gateway, each only if its inputs changed. Uses plain Node without dependencies, since it runs before
// anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const SHARED_INPUTS = ['contract', 'package-lock.json', 'tsconfig.json', 'vite.config.ts', 'scripts/alias.mjs'];

/**
 * @typedef {{ name: string, folder: string, result: string, inputs: string[], args: string[] }} Part
 * @type {readonly Part[]}
 */
export const PARTS = [
  {
    name: 'console',
    folder: 'dist/console',
    result: 'dist/console/index.html',
    inputs: [
      ...SHARED_INPUTS,
      'index.html',
      'src',
      'public',
      'scripts/build/chunks.mjs',
      'scripts/build/precompress.mjs',
      'scripts/build/render-pages.mjs',
      'scripts/build/prerender.mjs',
      'scripts/build/first-screen-size.mjs',
      'scripts/build/manifest.mjs',
      'scripts/build/page-preloads.mjs',
      'scripts/build/route-pages.mjs',
      'scripts/build/service-worker.mjs',
    ],
    args: ['build'],
  },
  {
    name: 'gateway',
    folder: 'dist/server',
    result: 'dist/server/main.mjs',
    inputs: [...SHARED_INPUTS, 'server', 'package.json'],
    args: ['build', '-c', 'server/vite.config.ts', '--emptyOutDir'],
  },
];

/** @type {Part} */
const TEST_GATEWAY = {
  name: 'gateway for tests',
  folder: 'dist/testing',
  result: 'dist/testing/gateway.mjs',
  inputs: [...SHARED_INPUTS, 'server', 'server/testing', 'package.json'],
  args: ['build', '-c', 'server/testing/vite.config.ts', '--emptyOutDir'],
};

/** Specs and test-only files are not part of a build. */
const IGNORED = /\.spec\.tsx?$|^(?:testing|node_modules|dist)$/;

/**
 * Builds the stale parts in parallel. The fingerprint is taken before the build and written after it, into the output folder that
 * the build empties first. So an edit during the build, a kill and a failure all leave the part stale.
 * `forTests` also builds the gateway for tests, which is not part of the product.
 * @returns {Promise<string[]>} the names of the parts that were built
 */
export async function buildStaleParts({ force = false, forTests = false } = {}) {
  const parts = forTests ? [...PARTS, TEST_GATEWAY] : PARTS;
  const stale = parts
    .map((part) => ({ part, fingerprint: fingerprintOf(part.inputs) }))
    .filter(({ part, fingerprint }) => force || !isBuilt(part, fingerprint));
  if (stale.length === 0) return [];
  const names = stale.map(({ part }) => part.name);
  const list = new Intl.ListFormat('en-GB').format(names.map((name) => `the ${name}`));
  process.stderr.write(`Building ${list} ...\n`);
  const ends = await Promise.allSettled(
    stale.map(async ({ part, fingerprint }) => {
      await runVite(part);
      writeFileSync(stampOf(part), fingerprint);
    }),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return names;
}

/** @param {Part} part */
const stampOf = (part) => path.join(root, part.folder, '.fingerprint');

/** @param {Part} part @param {string} fingerprint */
function isBuilt(part, fingerprint) {
  if (!existsSync(path.join(root, part.result)) || !existsSync(stampOf(part))) return false;
  return readFileSync(stampOf(part), 'utf8') === fingerprint;
}

/**
 * Returns a fingerprint of the names, sizes and modification times of all inputs, so that removed files and checkouts of older
 * ones count as changes too.
 * @param {readonly string[]} inputs
 */
export function fingerprintOf(inputs, base = root) {
  const lines = [process.version];
  for (const input of inputs) addLines(path.join(base, input), lines);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** @param {string} file @param {string[]} lines */
function addLines(file, lines) {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) {
    lines.push(`${file} ${found.size} ${found.mtimeMs}`);
    return;
  }
  for (const name of readdirSync(file).toSorted()) {
    if (!IGNORED.test(name)) addLines(path.join(file, name), lines);
  }
}

/** @param {Part} part */
function runVite(part) {
  return new Promise((resolve, reject) => {
    const vite = spawn(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), ...part.args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [vite.stdout, vite.stderr]) stream.on('data', (chunk) => (printed += chunk));
    vite.once('error', reject);
    vite.once('close', (code) => {
      if (code === 0) return resolve(undefined);
      const text = process.stderr.isTTY ? printed : stripVTControlCharacters(printed);
      reject(new Error(`The ${part.name} cannot be built:\n${text}`));
    });
  });
}
