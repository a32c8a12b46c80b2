// What every command needs first: a Node that is new enough, and the packages of the lock file.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './build-parts.mjs';

/**
 * One sentence on stderr and exit code 2: nothing that a stack trace would explain. @param {string} sentence
 * @returns {never}
 */
export function giveUp(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    giveUp(
      `Flowdeck needs Node 20.19 or newer, and this is ${process.versions.node}: install a newer one (nodejs.org).`,
    );
  }
}

/** npm writes its own lock into `node_modules` when an install ends; an interrupted one leaves it missing or old. */
export function installIfNeeded() {
  const installed = modifiedAt('node_modules/.package-lock.json');
  if (installed !== null && !differsFromInstalled(installed)) return;
  process.stderr.write('Installing the packages (once) ...\n');
  // NODE_ENV=production would leave out what builds the console.
  const npm = npmCommand();
  const result = spawnSync(npm.command, [...npm.args, 'ci', '--include=dev'], {
    cwd: root,
    // stdout belongs to the address line.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (result.status !== 0) giveUp('npm install failed. Fix the errors above and try again.');
}

/** @param {number} installedAt */
function differsFromInstalled(installedAt) {
  if ((modifiedAt('package-lock.json') ?? 0) <= installedAt) return false;
  // A fresh checkout touches the lock without changing it: compare what it asks for before installing again.
  const wanted = packagesOf('package-lock.json');
  const present = packagesOf('node_modules/.package-lock.json');
  return Object.entries(wanted).some(([place, entry]) => {
    if (place === '') return false;
    const found = present[place];
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

/** npm tells its children where it is; started without npm, it is looked up on the path. */
function npmCommand() {
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('.js')) return { command: process.execPath, args: [cli] };
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}
