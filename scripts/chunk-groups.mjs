// Which modules of the console travel together. Left alone, the bundler makes a file for every set of screens that share
// a module: a dozen small ones for a first screen, which pack worse by 3 kB than the few that are made here.
import path from 'node:path';
import { root } from './build-parts.mjs';
import { FIRST_SCREENS } from './first-screen-size.mjs';
import { APP, PAGES, PLAYGROUND } from './page-preloads.mjs';

/** What every screen needs. It stays in the cache when only our own code changes. */
const FRAMEWORK =
  /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-query|query-core|react-router|router-core|history|react-store|store)|use-sync-external-store|zustand|clsx|class-variance-authority|zod)[\\/]/;

/** One file names all icons, so what imports one seems to import all. Each goes where the module goes that draws it. */
const BARREL = /node_modules[\\/]lucide-react[\\/]/;

/** The page brings them. With code that lazy parts share, each of those would be told to wait for them. */
const STYLES = /\.css$/;

/** What vite puts around each lazy import. */
const VITE_HELPER = /vite\/preload-helper/;

/** Parts of the query library that not every first screen takes; its index names them with the rest. */
const LAZY_QUERIES =
  /react-query[\\/].*[\\/]use(?:Queries|InfiniteQuery|Mutation)\.|query-core[\\/].*[\\/](?:queries|infiniteQuery|mutation)Observer\./;

/** How tabs take turns, and what they keep together; how workers are asked; a few lines that many pages have in common. */
const LOCKS =
  /[\\/]src[\\/](?:api[\\/](?:connections|local-locks|tab-locks|storage[\\/]kept-ids|assets[\\/]change-asset)|lib[\\/](?:ask-worker|middle-ellipsis|number-text|sleep-until|trusted-worker|use-blob-url|walk-pages)|shared[\\/](?:carried-file|make-thumbnail)|ui[\\/]scroll-text)\.tsx?$/;

/** What tabs and the controls of a form are made of. The library names all of its parts in one file, so each is named here. */
const CONTROLS =
  /[\\/](?:src[\\/]ui[\\/](?:blob-image|field|segments|slider|switch|tabs)\.tsx|node_modules[\\/]@radix-ui[\\/](?:primitive|react-(?:collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|switch|tabs|use-[\w-]+))[\\/].*)$/;

const MODEL_SCREENS = /[\\/]src[\\/]features[\\/]models[\\/]/;

/** What the catalog, a model's page and the calls that go on without them have in common. */
const MODELS =
  /[\\/](?:contract[\\/]router|src[\\/]api[\\/](?:models|runs))[\\/]|[\\/]src[\\/]features[\\/]models[\\/][\w-]+\.tsx$/;

/** What a job is marked by: its page, rows, and the bar of selected jobs show the same. */
const MARKS =
  /[\\/]src[\\/](?:api[\\/](?:marks[\\/][\w-]+|storage[\\/]mark-records)|features[\\/]jobs[\\/]marks[\\/](?:mark-search|say-unkept|use-[\w-]+))\.tsx?$/;

/** What any page may ask the shell for. */
const REQUESTS = /[\\/]src[\\/]shared[\\/](?:[\w-]+[\\/])?[\w-]+-request\.ts$/;

/** A few lines each, of use to rows of several lists and to what stands above them. */
const ROWS =
  /[\\/]src[\\/](?:shared[\\/](?:use-row-keys|copy-text|announce)|lib[\\/]single-keys|ui[\\/](?:late-menu|text-input|select-trigger)|features[\\/]jobs[\\/](?:list-order|ran-words|selection[\\/]selection-model|view[\\/]change-list-view))\.tsx?$/;

const ICONS = /node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/;
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;
const ICON_EXPORT = /export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g;

/**
 * @typedef {{ getModuleInfo: (id: string) => { importedIds: string[], code?: string | null } | null }} Context
 * @typedef {{ name: string | ((id: string, context: Context) => string | null), test?: RegExp, priority: number, minShareCount?: number, includeDependenciesRecursively?: boolean }} Group
 */

/** @returns {Group[]} */
export function chunkGroups() {
  const first = reachedBy('src/main.tsx');
  const entry = reachedBy(APP);
  const submit = reachedBy(FIRST_SCREENS['/local/submit']);
  const jobs = reachedBy(FIRST_SCREENS['/local/jobs']);
  const catalog = reachedBy(PAGES.models);
  const model = reachedBy(PAGES['models/*']);
  const playground = reachedBy(PLAYGROUND);
  return [
    {
      // It runs before the first picture is painted, and must not wait for what comes after.
      name: (id, context) => ((first(context).has(id) && !STYLES.test(id)) || VITE_HELPER.test(id) ? 'first' : null),
      priority: 4,
    },
    {
      // Not what a lazy part alone takes of them: the graph's library has a store of its own.
      name: (id, context) => ([entry, submit, jobs].some((reached) => reached(context).has(id)) ? 'framework' : null),
      test: FRAMEWORK,
      priority: 3,
    },
    {
      name: (id, context) =>
        entry(context).has(id) || [submit, jobs].every((reached) => isOf(id, reached(context), context))
          ? 'shell'
          : null,
      priority: 2,
    },
    {
      // The page of the jobs shares most of what it needs with that of one job, and with the palette.
      name: (id, context) => (jobs(context).has(id) ? 'jobs' : null),
      priority: 1,
      minShareCount: 2,
      // An icon that others draw, too, stays apart: they would load all of this for it.
      includeDependenciesRecursively: false,
    },
    {
      // So does Submit: drafts, samples and what is on its way are asked for by the editor and by a job, too.
      name: (id, context) => (submit(context).has(id) ? 'submit' : null),
      priority: 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      // As files of their own, their names alone would weigh on the shell.
      name: (id, context) =>
        MODELS.test(id) || (MODEL_SCREENS.test(id) && catalog(context).has(id)) ? 'models' : null,
      priority: 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      // What the many lazy parts of a model's page have in common with it.
      name: (id, context) =>
        [model, playground].some((reached) => reached(context).has(id)) ? 'playground-parts' : null,
      test: MODEL_SCREENS,
      priority: 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      // A model's page is a form: some ten files, if they were left alone, each of which delays its first paint.
      name: 'controls',
      test: CONTROLS,
      priority: 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      // One file, and not one after the other.
      name: 'rows',
      test: ROWS,
      priority: 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      // In one step: it imports itself file by file, and the rows wait for all of it.
      name: 'marks',
      test: MARKS,
      priority: 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      name: 'requests',
      test: REQUESTS,
      priority: 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      // Small, and of use to nearly every lazy part.
      name: 'locks',
      test: LOCKS,
      priority: 1,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
    {
      // Those of the first screens go before the rest, which they would load along, and the one without the other.
      name: (id, context) => (iconsOf(jobs(context), context).has(id) ? 'jobs-icons' : null),
      test: ICONS,
      priority: 1,
    },
    {
      name: (id, context) => (iconsOf(submit(context), context).has(id) ? 'submit-icons' : null),
      test: ICONS,
      priority: 1,
    },
    {
      // A file of 300 bytes each, if they were left alone.
      name: 'icons',
      test: ICONS,
      priority: 0,
      minShareCount: 2,
    },
  ];
}

/**
 * What a module imports, and what that imports in turn; neither lazy imports nor the module itself.
 * @param {string} file
 * @returns {(context: Context) => Set<string>}
 */
function reachedBy(file) {
  const start = path.join(root, file).replaceAll('\\', '/');
  /** @type {Set<string> | undefined} */
  let found;
  return (context) => (found ??= importsOf(start, context));
}

/** @param {string} id @param {Set<string>} modules @param {Context} context whether it is one of them or an icon that they draw */
function isOf(id, modules, context) {
  return modules.has(id) || (ICONS.test(id) && iconsOf(modules, context).has(id));
}

/** @type {WeakMap<Set<string>, Set<string>>} */
const knownIcons = new WeakMap();

/** @param {Set<string>} modules @param {Context} context @returns {Set<string>} the files of the icons that they draw */
function iconsOf(modules, context) {
  const known = knownIcons.get(modules);
  if (known) return known;
  const names = new Set();
  /** @type {string | undefined} */
  let barrel;
  for (const id of modules) {
    const info = context.getModuleInfo(id);
    barrel ??= info?.importedIds.find((next) => BARREL.test(next));
    for (const [, list = ''] of (info?.code ?? '').matchAll(ICON_IMPORT))
      for (const name of list.split(',')) names.add(name.trim().split(/\s+as\s+/)[0]);
  }
  /** @type {Set<string>} */
  const files = new Set();
  if (barrel) {
    for (const [, list = '', file = ''] of (context.getModuleInfo(barrel)?.code ?? '').matchAll(ICON_EXPORT))
      if (list.split(',').some((name) => names.has(name.trim().split(/\s+as\s+/)[1])))
        files.add(path.posix.join(path.posix.dirname(barrel), file));
  }
  knownIcons.set(modules, files);
  return files;
}

/** @param {string} start @param {Context} context @returns {Set<string>} @throws when there is no such module */
function importsOf(start, context) {
  if (!context.getModuleInfo(start)) throw new Error(`There is no module ${start} to group chunks by`);
  /** @type {Set<string>} */
  const seen = new Set();
  const walk = (/** @type {string} */ id) => {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) {
      if (seen.has(next) || BARREL.test(next) || LAZY_QUERIES.test(next)) continue;
      seen.add(next);
      walk(next);
    }
  };
  walk(start);
  return seen;
}
