// Checks package-lock.json for entries that make `npm ci` fail on other machines.
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ resolved?: string, version?: string, dependencies?: Record<string, string>, devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockEntry
 */

/**
 * @param {string} lockFile @param {string} packageFile
 * @returns {string[]}
 */
export function checkLockFile(lockFile, packageFile) {
  /** @type {{ packages: Record<string, LockEntry> }} */
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8'));
  return problemsOfLock(packages, JSON.parse(readFileSync(packageFile, 'utf8')));
}

/**
 * @param {Record<string, LockEntry>} packages @param {LockEntry} manifest
 * @returns {string[]}
 */
export function problemsOfLock(packages, manifest) {
  if (Object.keys(packages).length < 2) return ['The lock file names no packages'];
  const problems = [];
  for (const [position, entry] of Object.entries(packages)) {
    // Registry URLs would bind all users to the registry or mirror of the last author.
    if (entry.resolved) problems.push(`${position} carries a registry address (see .npmrc)`);
    // npm omits packages of other platforms that the registry lacks, and `npm ci` then rejects the lock file.
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      if (!isPresent(packages, position, name))
        problems.push(`${position || 'The project'} requires ${name}, which is not in the lock file`);
    }
  }
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (!/^\d/.test(version)) problems.push(`${name} is not pinned to one version in package.json: ${version}`);
    const locked = packages[`node_modules/${name}`]?.version;
    if (locked !== version)
      problems.push(`${name} is ${version} in package.json and ${locked ?? 'absent'} in the lock file`);
  }
  return problems;
}

/**
 * Resolves like Node, which searches each `node_modules` on the path to the root.
 * @param {Record<string, LockEntry>} packages
 * @param {string} position
 * @param {string} name
 */
function isPresent(packages, position, name) {
  for (let from = position; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (packages[`${from ? `${from}/` : ''}node_modules/${name}`]) return true;
    if (from === '') return false;
  }
}
