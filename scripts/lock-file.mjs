// Looks into package-lock.json for what `npm ci` stumbles over on another machine.
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
  for (const [place, entry] of Object.entries(packages)) {
    // Addresses tie everybody to the registry, or the mirror, of whoever wrote the lock last.
    if (entry.resolved) problems.push(`${place} carries a registry address (see .npmrc)`);
    // npm leaves a package of another platform out when the registry lacks it, and `npm ci` then refuses the lock.
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      if (!isPresent(packages, place, name))
        problems.push(`${place || 'The project'} wants ${name}, which is not in the lock file`);
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

/** Node looks in each `node_modules` on the way up. @param {Record<string, LockEntry>} packages @param {string} place @param {string} name */
function isPresent(packages, place, name) {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    if (packages[`${from ? `${from}/` : ''}node_modules/${name}`]) return true;
    if (from === '') return false;
  }
}
