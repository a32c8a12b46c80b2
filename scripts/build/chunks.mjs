// Assigns modules to chunks. Without it the bundler makes 260 files, one for every set of screens that share a module.
import path from 'node:path';
import { APP, PAGES } from './page-preloads.mjs';
import { root } from './build-parts.mjs';

/** @typedef {{ getModuleInfo: (id: string) => { importedIds: string[] } | null }} Context */

/** Framework code of every screen. It stays cached in the browser when only our own code changes. */
const FRAMEWORK =
  /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core|react-router|router-core|history|react-store|store)|use-sync-external-store|zustand|clsx|class-variance-authority|zod)[\\/]/;
/** Part of the entry: runs before the first paint and must not wait for other chunks. */
const ENTRY = /[\\/]src[\\/]lib[\\/](?:after-paint|host-kind)|vite\/preload-helper/;
/** One file exports all icons, so a module that imports one seems to import all. */
const BARREL = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react/;

/** Returns the chunk groups: the first screens load only what they import; all other modules share one file per folder. */
export function chunkGroups() {
  const start = reachedBy(APP);
  const submit = reachedBy(PAGES.submit);
  const jobs = reachedBy(PAGES.jobs);
  const screenOf = (/** @type {string} */ id, /** @type {Context} */ context) => {
    if (start(id, context) || (submit(id, context) && jobs(id, context))) return 'console';
    return jobs(id, context) ? 'jobs-list' : submit(id, context) ? 'submit-start' : null;
  };
  const folderOf = (/** @type {string} */ id) =>
    /[\\/]src[\\/](?:features[\\/])?(jobs|submit|models|assets|batches|app)[\\/]/.exec(id)?.[1] ??
    (id.includes('node_modules') ? 'libraries' : 'shared');
  return [
    { name: 'entry', test: ENTRY },
    { name: 'framework', test: FRAMEWORK },
    { name: 'icons', test: /lucide-react/ },
    { name: screenOf },
    { name: folderOf, minShareCount: 2 },
  ].map((group, index) => ({ ...group, priority: 9 - index, includeDependenciesRecursively: false }));
}

/** @param {string} file @returns {(id: string, context: Context) => boolean} whether it imports a module, also indirectly */
function reachedBy(file) {
  /** @type {Set<string>} */
  const found = new Set();
  const walk = (/** @type {string} */ id, /** @type {Context} */ context) => {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) {
      if (!found.has(next) && !BARREL.test(next)) walk(found.add(next) && next, context);
    }
  };
  return (id, context) => {
    if (found.size === 0) walk(path.join(root, file).replaceAll('\\', '/'), context);
    return found.has(id);
  };
}
