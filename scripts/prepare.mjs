// Prerequisites of every command: a supported Node version, and the packages of the lock file.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';

export { requireNode } from '../bin/require-node.mjs';

/**
 * Exits with one sentence on stderr and code 2, without a stack trace.
 * @param {string} sentence
 * @returns {never}
 */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

/**
 * Installs packages if needed. npm writes its own lock file into `node_modules` at the end of an install; after an interrupted
 * one it is missing or outdated.
 */
export function installIfNeeded() {
  const installed = modifiedAt('node_modules/.package-lock.json');
  if (installed !== null && !differsFromInstalled(installed)) return;
  process.stderr.write('Installing the packages (once) ...\n');
  // NODE_ENV=production would omit packages that the console build needs.
  const npm = npmCommand();
  const result = spawnSync(npm.command, [...npm.args, 'ci', '--include=dev'], {
    cwd: root,
    // stdout is reserved for the line with the address.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (result.status !== 0) giveUp('npm install failed. Fix the errors above and try again.');
}

/** @param {number} installedAt */
function differsFromInstalled(installedAt) {
  if ((modifiedAt('package-lock.json') ?? 0) <= installedAt) return false;
  // A fresh checkout updates the lock file's time without changing it: compares the packages before installing again.
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  return Object.entries(wanted).some(([position, entry]) => {
    if (position === '') return false;
    const found = present[position];
    return found ? found.version !== entry.version : !entry.optional && !entry.devOptional;
  });
}

/** @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} */
function packagesOf(/** @type {string} */ file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
}

function modifiedAt(/** @type {string} */ file) {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/**
 * Finds npm: it passes its path to child processes; otherwise it is searched on `PATH`, and on Windows beside Node, which starts no `.cmd`
 * files without a shell.
 */
export function npmCommand() {
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('.js')) return { command: process.execPath, args: [cli] };
  if (process.platform !== 'win32') return { command: 'npm', args: [] };
  const beside = path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  return { command: process.execPath, args: [beside] };
}
