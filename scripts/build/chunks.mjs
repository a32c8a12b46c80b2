// Assigns modules to chunks. Without it the bundler makes 260 files, one for every set of screens and parts that share a module.
import path from 'node:path';
import { APP } from './page-preloads.mjs';
import { PAGES } from './route-pages.mjs';
import { root } from './build-parts.mjs';

/** @typedef {{ getModuleInfo: (id: string) => { importedIds: string[], code: string | null } | null }} Context */

/** Framework code of every screen. It stays cached in the browser when only our own code changes. */
const FRAMEWORK =
  /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core|react-router|router-core|history|react-store|store)|use-sync-external-store|zustand|clsx|class-variance-authority|zod)[\\/]/;
/** Part of the entry: runs before the first paint and must not wait for other chunks. */
const ENTRY = /[\\/]src[\\/]lib[\\/](?:after-paint|host-kind)|vite\/preload-helper/;
/** One file exports all icons, so a module that imports one seems to import all. */
const BARREL = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react/;
const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)/;
const ICON_EXPORT = /export\s*\{([^}]*)\}\s*from\s*["']\.\/icons\/([\w-]+)/g;
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;

/** Smaller sets of modules share one file: a request costs more than loading them in vain. */
const OWN_FILE_BYTES = 12_000;

/**
 * Returns the chunk groups: a page loads what it imports, and little else. Modules of pages are grouped by the pages that import
 * them; modules of lazy parts only share one file per folder.
 */
export function chunkGroups() {
  const start = reachedBy(APP);
  const { submit, jobs, ...others } = Object.fromEntries(
    Object.entries(PAGES).map(([page, file]) => [page, reachedBy(file)]),
  );
  if (!submit || !jobs) throw new Error('A first screen has no module');
  const pagesOf = (/** @type {string} */ id, /** @type {Context} */ context) =>
    Object.keys(others).filter((page) => others[page]?.(context).has(id));
  const firstScreenOf = (/** @type {string} */ id, /** @type {Context} */ context) => {
    const isOfJobs = jobs(context).has(id);
    const isOfSubmit = submit(context).has(id);
    if (start(context).has(id) || (isOfSubmit && isOfJobs)) return 'console';
    if (!isOfJobs && !isOfSubmit) return null;
    // Other pages need a small part of a first screen, except those beside it.
    const isShared = pagesOf(id, context).some((page) => !/^(?:jobs|submit)/.test(page));
    return (isOfJobs ? 'jobs-list' : 'submit-start') + (isShared ? '-shared' : '');
  };
  const pageOf = (/** @type {string} */ id, /** @type {Context} */ context) => {
    const pages = pagesOf(id, context);
    return pages.length === 0 ? null : pages.map((page) => page.replace('/*', '-one')).join('-');
  };
  const firstIcons = importedIcons([start, submit, jobs]);
  const pageIcons = importedIcons(Object.values(others));
  const iconsOf = (/** @type {string} */ id, /** @type {Context} */ context) => {
    if (!id.includes('lucide-react')) return null;
    const icon = ICON.exec(id)?.[1];
    if (icon === undefined || firstIcons(context).has(icon)) return 'icons';
    return pageIcons(context).has(icon) ? 'page-icons' : 'more-icons';
  };
  const folderOf = (/** @type {string} */ id) =>
    /[\\/]src[\\/](?:features[\\/])?(jobs|submit|models|assets|batches|app)[\\/]/.exec(id)?.[1] ??
    (id.includes('node_modules') ? 'libraries' : 'shared');
  return [
    { name: 'entry', test: ENTRY },
    { name: 'framework', test: FRAMEWORK },
    { name: iconsOf },
    { name: firstScreenOf },
    { name: pageOf, minSize: OWN_FILE_BYTES },
    { name: (/** @type {string} */ id, /** @type {Context} */ context) => pageOf(id, context) && 'pages' },
    { name: folderOf, minShareCount: 2 },
  ].map((group, index) => ({ ...group, priority: 9 - index, includeDependenciesRecursively: false }));
}

/**
 * Returns the files of the icons that the first screens import. One file exports all icons, some under several names, so the imports of a
 * module do not tell which it needs.
 * @param {Reached[]} screens @returns {(context: Context) => Set<string>}
 */
function importedIcons(screens) {
  /** @type {Set<string> | null} */
  let files = null;
  return (context) => {
    if (files) return files;
    files = new Set();
    /** @type {Map<string, string>} */
    const fileOf = new Map();
    for (const screen of screens) {
      for (const id of screen(context)) {
        const { code, importedIds } = context.getModuleInfo(id) ?? { code: null, importedIds: [] };
        const barrel = importedIds.find((next) => BARREL.test(next));
        if (barrel && fileOf.size === 0) {
          for (const [, names = '', file = ''] of (context.getModuleInfo(barrel)?.code ?? '').matchAll(ICON_EXPORT)) {
            for (const [, name = ''] of names.matchAll(/as (\w+)/g)) fileOf.set(name, file);
          }
        }
        for (const [, names = ''] of (code ?? '').matchAll(ICON_IMPORT)) {
          for (const name of names.split(',')) files.add(fileOf.get(name.trim().split(/\s/)[0] ?? '') ?? '');
        }
      }
    }
    return files;
  };
}

/**
 * @typedef {(context: Context) => ReadonlySet<string>} Reached
 * @param {string} file @returns {Reached} the modules that it imports, also indirectly
 */
function reachedBy(file) {
  /** @type {Set<string>} */
  const found = new Set();
  const walk = (/** @type {string} */ id, /** @type {Context} */ context) => {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) {
      if (!found.has(next) && !BARREL.test(next)) walk(found.add(next) && next, context);
    }
  };
  return (context) => {
    if (found.size === 0) walk(path.join(root, file).replaceAll('\\', '/'), context);
    return found;
  };
}
