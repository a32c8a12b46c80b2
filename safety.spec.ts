import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { STORED } from './src/lib/settings/stored-keys';

// Project rules that lint cannot check. A bad example per rule shows that its check can fail.

interface Rule {
  name: string;
  covers: (file: string) => boolean;
  /** Returns the problems of the file as messages; empty if there are none. */
  find: (text: string, file: string) => string[];
  bad: { file: string; text: string };
}

const ROOT = import.meta.dirname;
const FOLDERS = ['contract', 'src', 'server', 'e2e', 'bench', 'bin', 'scripts'];
const isSpec = (file: string) => /\.(?:spec|live)\.tsx?$/.test(file) || file.startsWith('contract/conformance/');
const isTesting = (file: string) => isSpec(file) || file.includes('/testing/') || file.startsWith('e2e/');
const isProduct = (file: string) => /^(?:contract|src|server)\//.test(file) && !isTesting(file);

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function importsOf(text: string): { name: string; isType: boolean }[] {
  return [...text.matchAll(IMPORT)].map(([, type, name, lazy]) => ({
    name: name ?? lazy ?? '',
    isType: Boolean(type),
  }));
}

const matches = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].map(([found]) => found.trim());

const PALETTE =
  /\b(?:bg|text|border|ring|fill|stroke|from|via|to|outline|shadow|divide|accent|caret|decoration)-(?:(?:slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose)-\d{2,3}|white|black|\[#[0-9a-fA-F]+\])/g;

const BANNED_WORDS = /\b(?:colours?|favourites?|grey|centred?|neighbours?|pictures?|films?|anew)\b/gi;

/** Texts of the console (`docs/languages.md`), without the words by which the palette finds a command. */
const SCREEN_TEXT = /(?<!keywords(?::| =)\s*)\b(?:t|msg)\(\s*(['"`])(.*?)(?<!\\)\1|\btext=(['"])(.*?)\3/g;

/** Banned spellings and words in messages, in addition to `BANNED_WORDS`. */
const BANNED_IN_MESSAGES = new RegExp(
  String.raw`${BANNED_WORDS.source}|\b(?:once more|somebody|nobody|whoever|broke off|wants|mend(?:ed|s)?|taken? away)\b|(?<!\bthere )\bis no (?!longer\b|more\b)\w+`,
  'gi',
);

/** String literals that look like sentences: they begin with a capital letter or a value, and have more than one word. */
const SENTENCES = /'((?:[A-Z])(?:[^'\\\n]|\\.)*)'|`((?:[A-Z]|\$\{)(?:[^`\\]|\\.)*)`/g;

function sentencesOf(text: string): string[] {
  const code = text.replaceAll(/\/\*.*?\*\/|(?:^|\s)\/\/[^\n]*/gs, '');
  return [...code.matchAll(SENTENCES)]
    .map(([, plain, template]) => (plain ?? template ?? '').replaceAll(/\$\{[^}]*\}/g, '…'))
    .filter((sentence) => / [a-z]/.test(sentence));
}

/** Allowed contexts of a dynamic import: a function passed to a helper or a route. */
const LATER =
  /\basync \(\) => \(await import\(|\b(?:pageComponent|loadModule)\(\(\) => import\(|const load\w* = \(\) => import\(/;

const RULES: readonly Rule[] = [
  {
    name: 'features do not import each other',
    covers: (file) => file.startsWith('src/features/'),
    find: (text, file) =>
      importsOf(text)
        .map(({ name }) => /^@\/features\/([^/]+)/.exec(resolveName(name, file))?.[1])
        .filter((feature) => feature !== undefined && feature !== file.split('/')[2])
        .map((feature) => `imports the feature ${feature}`),
    bad: { file: 'src/features/jobs/a.ts', text: "import { x } from '../submit/x';" },
  },
  {
    name: 'only tests import msw and the testing folders',
    covers: isProduct,
    find: (text, file) =>
      importsOf(text)
        .map(({ name }) => resolveName(name, file))
        .filter((name) => /^msw(?:\/|$)|^@(?:server)?\/(?:.+\/)?testing\//.test(name)),
    bad: { file: 'src/api/a.ts', text: "const m = await import('@/testing/worker');" },
  },
  {
    name: 'property tests share one seed: fast-check is imported through contract/testing/properties',
    covers: (file) => file !== 'contract/testing/properties.ts',
    find: (text) =>
      importsOf(text)
        .map(({ name }) => name)
        .filter((name) => name === 'fast-check'),
    bad: { file: 'src/lib/a.spec.ts', text: "import fc from 'fast-check';" },
  },
  {
    name: 'shipped code uses zod/mini: zod is five times as large',
    covers: (file) => /^(?:src|contract)\//.test(file) && !file.endsWith('.spec.ts'),
    find: (text) =>
      importsOf(text)
        .map(({ name }) => name)
        .filter((name) => name === 'zod' || name === 'zod/v4'),
    bad: { file: 'contract/a.ts', text: "import { z } from 'zod';" },
  },
  {
    name: 'text in browser storage is a setting: src/lib/settings lists it, and handles storage that is full or disabled',
    covers: (file) => file.startsWith('src/') && isProduct(file) && !file.startsWith('src/lib/settings/'),
    find: (text, file) => [
      ...matches(/^.*\b(?:local|session)Storage\b.*$/gm)(text),
      ...importsOf(text)
        .map(({ name }) => resolveName(name, file))
        .filter((name) => name.endsWith('lib/settings/stored-text')),
    ],
    bad: { file: 'src/lib/a.ts', text: "const theme = sessionStorage.getItem('theme');" },
  },
  {
    name: 'lazy code is loaded through lazyPart, lazyDialog, loadModule or a route, which retry (decision 083)',
    covers: (file) => file.startsWith('src/') && isProduct(file) && file !== 'src/main.tsx',
    find: (text) => [
      ...matches(/^import .*\blazy\b.* from 'react'/gm)(text),
      ...matches(/^.*\bimport\(['"].*$/gm)(text).filter((line) => !LATER.test(line)),
    ],
    bad: { file: 'src/lib/a.ts', text: "const { zip } = await import('./zip');" },
  },
  {
    name: 'no default exports, so that each export has one name',
    covers: (file) => /\.tsx?$/.test(file) && !file.endsWith('vite.config.ts'),
    find: matches(/^export default .*|^export \{[^}]*\bas default\b.*/gm),
    bad: { file: 'src/ui/a.tsx', text: 'export default function A() {}' },
  },
  {
    name: 'no barrels',
    covers: (file) => /\.tsx?$/.test(file),
    find: (text, file) => [
      ...(path.basename(file).startsWith('index.') ? ['is an index file'] : []),
      ...matches(/^export \* from .*/gm)(text),
    ],
    bad: { file: 'src/ui/a.ts', text: "export * from './button';" },
  },
  {
    name: 'file names are in kebab-case and name their main export',
    covers: () => true,
    find: (_, file) => {
      const name = path.basename(file);
      const isNamed = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z]+)+$/.test(name);
      const isGrabBag = /^(?:utils?|helpers?|types|constants|common|misc)\./.test(name);
      return isNamed && !isGrabBag ? [] : [name];
    },
    bad: { file: 'src/lib/utils.ts', text: '' },
  },
  {
    name: 'no file over 400 lines',
    covers: (file) => !isSpec(file),
    find: (text) => (text.split('\n').length > 401 ? [`${text.split('\n').length} lines`] : []),
    bad: { file: 'src/lib/long.ts', text: '\n'.repeat(402) },
  },
  {
    name: 'screens use semantic color tokens, not the raw palette',
    covers: (file) => /^src\/(?:features|routes|app|shared|ui)\/.*\.tsx?$/.test(file),
    find: matches(PALETTE),
    bad: { file: 'src/features/jobs/a.tsx', text: '<p className="text-red-500" />' },
  },
  {
    name: 'no string becomes markup or code',
    covers: (file) => file.startsWith('src/'),
    find: matches(
      /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(/g,
    ),
    bad: { file: 'src/features/jobs/a.tsx', text: '<p dangerouslySetInnerHTML={{ __html: log }} />' },
  },
  {
    name: 'imports of another folder of src use the alias',
    covers: (file) => file.startsWith('src/'),
    find: (text, file) =>
      [...text.matchAll(/(?:from |import\()'(\.\.\/[^']+)'/g)].flatMap(([, name = '']) => {
        const [, folder] = path.posix.join(path.posix.dirname(file), name).split('/');
        return folder === file.split('/')[1] ? [] : [name];
      }),
    bad: { file: 'src/features/jobs/a.ts', text: "import { call } from '../../api/client';" },
  },
  {
    name: 'workers and Trusted Types policies are created in two files only',
    covers: (file) => /^src\/(?!lib\/(?:worker-factory|trusted-html)\.ts)/.test(file) && !isTesting(file),
    find: matches(/\bcreatePolicy\(|\bnew (?:Shared)?Worker\((?!trusted)[^)]*\)/g),
    bad: { file: 'src/api/a.ts', text: "trustedTypes.createPolicy('mine', {})" },
  },
  {
    name: 'object URLs are created in one file, which sets a type that cannot run',
    covers: (file) => file.startsWith('src/') && isProduct(file) && file !== 'src/lib/files/object-url.ts',
    find: matches(/\bcreateObjectURL\(/g),
    bad: { file: 'src/ui/a.tsx', text: 'const url = URL.createObjectURL(blob);' },
  },
  {
    name: 'e2e tests wait for visible results: no sleeps, no test ids, no interception',
    covers: (file) => file.startsWith('e2e/'),
    find: matches(/waitForTimeout|getByTestId|data-testid|\.route\(|routeFromHAR|timers\/promises|\bsetTimeout\(/g),
    bad: { file: 'e2e/a.spec.ts', text: 'await page.waitForTimeout(100);' },
  },
  {
    name: 'on-screen text uses US spelling and the terms of the APIs: image, video, audio, queue',
    covers: (file) => /^src\/.*\.tsx?$/.test(file) && isProduct(file),
    find: (text) =>
      [...text.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, '').matchAll(SCREEN_TEXT)].flatMap(
        ([whole]) => whole.match(BANNED_WORDS) ?? [],
      ),
    bad: { file: 'src/features/jobs/a.tsx', text: "<p title={t('Your favourite picture')} />" },
  },
  {
    name: 'messages of console, gateway and contract use US spelling, the terms of the APIs and plain English',
    covers: (file) => /\.tsx?$/.test(file) && isProduct(file),
    find: (text) => sentencesOf(text).flatMap((sentence) => sentence.match(BANNED_IN_MESSAGES) ?? []),
    bad: { file: 'server/jobs/a.ts', text: "throw jobApiError('not_found', 'This is no picture');" },
  },
  {
    // `styles.css` removes Tailwind's sizes and widths: classes for them have no effect.
    name: 'text sizes and screen widths are those of the theme',
    covers: (file) => file.endsWith('.tsx'),
    find: matches(/\btext-[2-9]xl\b|\b[2-9]xl:/g),
    bad: { file: 'src/a.tsx', text: '<p className="min-[1900px]:text-2xl" />' },
  },
  {
    // The browser would search the whole page again whenever a key changes the state of any input (decision 094).
    name: 'no selector depends on what is anywhere in the page',
    covers: (file) => /^src\/.*\.(?:tsx|css)$/.test(file),
    find: matches(/in-\[[^\]]*:has\((?![~+>])|(?::root|html|body):has\((?![~+>])/g),
    bad: { file: 'src/a.tsx', text: '<p className="in-[:root:has([data-open])]:hidden" />' },
  },
  {
    name: 'an error becomes text through lib/message-of',
    covers: (file) => file.startsWith('src/') && isProduct(file) && file !== 'src/lib/message-of.ts',
    find: matches(/\binstanceof Error \? \S+/g),
    bad: { file: 'src/lib/a.ts', text: "const text = error instanceof Error ? error.message : 'Failed';" },
  },
  {
    name: 'what a change makes stale is in one table (decision 109)',
    covers: (file) => file.startsWith('src/') && isProduct(file) && file !== 'src/api/live/stale-table.ts',
    find: matches(/\.(?:invalidate|refetch|reset)Queries\(/g),
    bad: { file: 'src/features/jobs/a.ts', text: "void client.invalidateQueries({ queryKey: ['a'] });" },
  },
  {
    name: 'no TODO without a reason',
    covers: () => true,
    find: matches(/\b(?:TODO|FIXME)\b/g),
    bad: { file: 'src/a.ts', text: '// TODO' },
  },
];

/** Converts a relative import to the alias of the same file. */
function resolveName(name: string, file: string): string {
  const full = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
  return full
    .replace(/^src\//, '@/')
    .replace(/^server\//, '@server/')
    .replace(/^contract\//, '@contract/');
}

/** Returns the path of what a file of the repository imports, without its extension. */
const targetOf = (name: string, file: string) =>
  resolveName(name, file)
    .replace(/^@\//, 'src/')
    .replace(/^@(contract|server)\//, '$1/');

/** Returns the folder directly below the module that the file is in; `.` if it is beside them, `undefined` outside the module. */
function partIn(module: string, file: string): string | undefined {
  if (!file.startsWith(`${module}/`)) return undefined;
  const [folder, ...rest] = file.slice(module.length + 1).split('/');
  return rest.length > 0 ? folder : '.';
}

/** Returns the innermost folder that contains both; empty if none does. */
function sharedFolder(one: string, other: string): string {
  const folders = one.split('/').slice(0, -1);
  const others = other.split('/').slice(0, -1);
  const depth = folders.findIndex((folder, at) => folder !== others[at]);
  return (depth < 0 ? folders : folders.slice(0, depth)).join('/');
}

const mockWorkersIn = (names: string[]) => names.filter((name) => /mockServiceWorker/i.test(name));

function namesUnder(folder: string): string[] {
  const full = path.join(ROOT, folder);
  return existsSync(full) ? readdirSync(full, { recursive: true }).map(String) : [];
}

function filesUnder(folder: string): string[] {
  const full = path.join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs|css)$/.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

const sources = FOLDERS.flatMap(filesUnder);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

describe.each(RULES)('$name', ({ covers, find, bad }) => {
  test('a bad example is found', () => {
    expect(covers(bad.file)).toBe(true);
    expect(find(bad.text, bad.file)).not.toEqual([]);
  });

  test('the repository complies', () => {
    const covered = sources.filter(covers);
    expect(covered.length).toBeGreaterThan(0);
    expect(covered.flatMap((file) => find(read(file), file).map((what) => `${file}: ${what}`))).toEqual([]);
  });
});

/** Returns the imports from one part of the module to another one. */
function arrowsIn(module: string, files: readonly string[], readText: (file: string) => string) {
  return files.flatMap((file) => {
    const from = partIn(module, file);
    if (from === undefined) return [];
    return importsOf(readText(file)).flatMap(({ name }) => {
      const to = partIn(module, targetOf(name, file));
      return to === undefined || to === from ? [] : [{ file, from, to }];
    });
  });
}

/** Returns the imports that go against the order of the module, and its folders that have no place in it. */
function upward(
  module: string,
  order: readonly string[],
  files: readonly string[],
  readText: (file: string) => string,
): string[] {
  const levels = new Map(order.flatMap((line, level) => line.split(' ').map((folder) => [folder, level])));
  const isOrdered = (part: string) => part !== '.' || levels.has('.');
  const unknown = new Set(files.map((file) => partIn(module, file) ?? '.').filter(isOrdered));
  for (const folder of levels.keys()) unknown.delete(folder);
  return [
    ...[...unknown].map((folder) => `${module}/${folder} has no place in the order`),
    ...arrowsIn(module, files, readText)
      .filter(({ from, to }) => isOrdered(from) && isOrdered(to))
      .filter(({ from, to }) => (levels.get(from) ?? 0) <= (levels.get(to) ?? 0))
      .map(({ file, to }) => `${file} imports ${to}`),
  ];
}

/** Returns each folder whose parts import each other, and the two. Two files are in parts of one folder only: where their paths part. */
function mutualPairs(files: readonly string[], readText: (file: string) => string): string[] {
  const arrows = new Set<string>();
  for (const file of files) {
    for (const { name } of importsOf(readText(file))) {
      const target = targetOf(name, file);
      const module = sharedFolder(file, target);
      const [from, to] = [partIn(module, file), partIn(module, target)];
      if (from !== undefined && to !== undefined && from !== to) arrows.add(`${module}: ${from} and ${to}`);
    }
  }
  return [...arrows]
    .filter((arrow) => {
      const [module = '', from = '', to = ''] = arrow.split(/: | and /);
      return from < to && arrows.has(`${module}: ${to} and ${from}`);
    })
    .toSorted();
}

describe('folders of a module import only folders below them', () => {
  /** From the bottom up; folders in one line do not import each other. `.` stands for the files beside the folders. */
  const MODULES: Readonly<Record<string, readonly string[]>> = {
    'src/api': ['surfaces', 'live'],
    'src/app': ['demo device-data outbox surfaces', 'commands connection notifications', 'settings', '.'],
    'src/domains': [
      'assets curated generation-inputs job-record journal workflow-files',
      'drafts',
      'annotations model-calls templates ui-format workflow-differences',
      'history models',
      'jobs',
      'outbox',
      'batches gateway',
      'wildcards',
    ],
    'src/shared': [
      'dialog-requests feedback',
      '.',
      'code commands differences drop file-names json-tree queue saved-views servers',
      'annotations connect-comfyui files generation-inputs graph image-editor outbox page run-on',
      'prompt-history',
      'snippets',
      'fields viewer zip',
      'compare',
      'result',
    ],
    'src/features/submit': [
      '.',
      'draft',
      'fixes generation-settings live-mode prices',
      'model-files',
      'form result',
      'templates',
      'import',
      'start sweep use-as-input',
      'run',
      'editor',
    ],
    'src/features/jobs': [
      'filters job',
      'compare eta selection summary tabs view',
      'actions',
      'history',
      'annotations',
      'bulk',
      'list',
      'outputs',
      'detail',
    ],
    'src/features/models': [
      '.',
      'code result run schema',
      'catalog compare form',
      'run-on',
      'actions',
      'history',
      'playground',
    ],
    'src/features/models/form': ['state', 'errors media', 'frame', 'fields', '.'],
    'src/features/submit/draft': ['.', 'runs', 'session'],
    'src/features/batches': ['.', 'grid rerun', 'export list viewer', 'page'],
  };

  const OPERATIONS = 'the table of operations puts the folders together; what they share is beside it';

  /**
   * Folders that the files beside them import, and that import other files beside them. Any other pair is an error, and so is a line
   * that is no longer needed.
   */
  const MUTUAL: Readonly<Record<string, readonly (readonly [folders: string, why: string])[]>> = {
    server: [
      [
        'assets console http jobs monitoring router storage webhook',
        'app.ts puts the folders together and deps.ts names their ports; clock, log and deps are below them',
      ],
      ['engines', 'deps.ts names the port of the engine, which uses clock and log'],
      ['platform', 'main.ts starts the program; the platform starts app.ts'],
    ],
    'server/assets': [
      ['upload', 'operations read uploads, whose fields are described by the body and records of an asset'],
    ],
    'server/console': [['engines', OPERATIONS]],
    'server/engines/comfyui': [['run', 'the engine starts runs, which ask whether ComfyUI is available']],
    'server/engines/embedded': [['nodes', 'the registry lists the nodes, which implement its interface']],
    'server/jobs': [['events', OPERATIONS]],
    'server/platform': [['backup', 'the command line starts backups, which read its options']],
    'server/router': [['calls catalog hosting responses', OPERATIONS]],
    'server/router/providers/builtin': [
      ['compute models', 'the registry lists the models, which implement its interface'],
    ],
    'server/router/providers/http': [
      ['documents upstream', 'the provider puts them together; both read its configuration'],
    ],
    'server/storage': [
      ['search', 'the port of the store names the search of its jobs, which are records of the store'],
    ],
    'src/api': [['surfaces', 'a request asks what its surface offers, and surfaces are read by requests']],
    'src/domains': [
      [
        'annotations batches curated drafts history model-calls models templates',
        'database.ts names the type of each stored record; the folders read and write them',
      ],
    ],
    'src/domains/workflow-files': [
      ['formats', 'the reader of files lists the formats, which share how bytes and texts are read'],
    ],
    'src/features/assets': [['actions html-page', 'the page puts them together; both describe assets as it does']],
    'src/features/models/schema': [
      ['compile validation', 'the form of a model is compiled and validated; its fields and errors are below'],
    ],
    'src/features/submit/sweep': [['axis', 'the dialog shows the axes, which change its plan']],
    'src/shared/graph': [['layout', 'the view lays out the model of a graph']],
    'src/shared/viewer/scene': [['formats', 'the loader chooses the format, which makes a scene']],
  };

  test('bad examples are found, by relative imports and by alias', () => {
    const tree: Record<string, string> = {
      'src/shared/files/a.ts': "import { zip } from '../zip/b';",
      'src/shared/zip/b.ts': "import type { C } from '@/shared/page/c';",
      'src/shared/page/c.ts': '',
      'src/shared/other/d.ts': '',
    };
    expect(upward('src/shared', ['page files', 'zip'], Object.keys(tree), (file) => tree[file] ?? '')).toEqual([
      'src/shared/other has no place in the order',
      'src/shared/files/a.ts imports zip',
    ]);
  });

  test.each(Object.entries(MODULES))('%s complies', (module, order) => {
    const files = sources.filter((file) => isProduct(file) && file.startsWith(`${module}/`));
    expect(files.length).toBeGreaterThan(0);
    expect(upward(module, order, files, read)).toEqual([]);
  });

  test('bad examples are found, also of the files beside the folders', () => {
    const tree: Record<string, string> = {
      'src/a/state.ts': "import { count } from './runs/count';",
      'src/a/runs/count.ts': '',
      'src/a/runs/plan.ts': "import type { State } from '../state';",
      'src/a/session/open.ts': "import { state } from '@/a/state';",
    };
    const readText = (file: string) => tree[file] ?? '';
    expect(upward('src/a', ['.', 'runs', 'session'], Object.keys(tree), readText)).toEqual([
      'src/a/state.ts imports runs',
    ]);
    expect(mutualPairs(Object.keys(tree), readText)).toEqual(['src/a: . and runs']);
  });

  test('no two parts of any folder import each other, with the exceptions', () => {
    const excepted = Object.entries(MUTUAL).flatMap(([folder, lines]) =>
      lines.flatMap(([parts]) => parts.split(' ').map((part) => `${folder}: . and ${part}`)),
    );
    expect(mutualPairs(sources.filter(isProduct), read)).toEqual(excepted.toSorted());
  });
});

/** Returns the files of each folder directly below the root that files outside of the folder import, by the name of the folder. */
function publicFiles(root: string, files: readonly string[], readText: (file: string) => string) {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    for (const { name } of importsOf(readText(file))) {
      const target = targetOf(name, file);
      const module = partIn(root, target);
      if (module === undefined || module === '.' || file.startsWith(`${root}/${module}/`)) continue;
      found.set(module, (found.get(module) ?? new Set()).add(target));
    }
  }
  return found;
}

describe('a module has few files that others may import', () => {
  /** Number of files of each module that files outside of it import. It may only fall: what only others use belongs to them. */
  const PUBLIC_FILES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    'src/domains': {
      annotations: 8,
      assets: 9,
      batches: 11,
      curated: 8,
      drafts: 16,
      gateway: 12,
      'generation-inputs': 4,
      history: 13,
      'job-record': 2,
      jobs: 20,
      journal: 5,
      'model-calls': 10,
      models: 11,
      outbox: 12,
      templates: 5,
      'ui-format': 7,
      wildcards: 3,
      'workflow-differences': 3,
      'workflow-files': 10,
    },
    'src/features/batches': {
      export: 1,
      grid: 8,
      list: 1,
      page: 1,
      rerun: 1,
      viewer: 1,
    },
    'src/features/jobs': {
      actions: 5,
      annotations: 6,
      bulk: 3,
      compare: 3,
      detail: 1,
      eta: 2,
      filters: 5,
      history: 2,
      job: 6,
      list: 13,
      outputs: 2,
      selection: 7,
      summary: 3,
      tabs: 11,
      view: 2,
    },
    'src/features/models': {
      actions: 2,
      catalog: 7,
      code: 1,
      compare: 2,
      form: 6,
      history: 3,
      playground: 1,
      result: 12,
      run: 3,
      'run-on': 4,
      schema: 16,
    },
    'src/features/submit': {
      draft: 35,
      editor: 1,
      fixes: 5,
      form: 9,
      'generation-settings': 3,
      import: 13,
      'live-mode': 4,
      'model-files': 3,
      prices: 1,
      result: 4,
      run: 7,
      start: 6,
      sweep: 1,
      templates: 4,
      'use-as-input': 1,
    },
  };

  const wrongNumbers = (found: ReadonlyMap<string, ReadonlySet<string>>, limits: Readonly<Record<string, number>>) =>
    [...new Set([...found.keys(), ...Object.keys(limits)])].flatMap((module) => {
      const [files, limit] = [found.get(module)?.size ?? 0, limits[module] ?? 0];
      if (files === limit) return [];
      return files > limit
        ? [`${module}: files that others import: ${files}, at most ${limit}`]
        : [`${module}: lower the limit to ${files}`];
    });

  test('bad examples are found', () => {
    const tree: Record<string, string> = {
      'src/features/jobs/job/title.ts': "import { a } from './states';",
      'src/features/jobs/job/states.ts': '',
      'src/features/jobs/list/row.ts': "import { t } from '../job/title';",
      'src/app/palette.ts': "import { t } from '@/features/jobs/job/title';\nimport('@/features/jobs/list/row');",
    };
    const found = publicFiles('src/features/jobs', Object.keys(tree), (file) => tree[file] ?? '');
    expect(wrongNumbers(found, { job: 1, list: 1 })).toEqual([]);
    expect(wrongNumbers(found, { job: 2 })).toEqual([
      'job: lower the limit to 1',
      'list: files that others import: 1, at most 0',
    ]);
  });

  test.each(Object.entries(PUBLIC_FILES))('%s complies', (root, limits) => {
    expect(wrongNumbers(publicFiles(root, sources.filter(isProduct), read), limits)).toEqual([]);
  });
});

describe('what createApp reaches runs in Node, in tests and in a browser', () => {
  const NODE_ONLY = /^node:|^(?:@photostructure\/|sharp|pino|prom-client|busboy|@napi-rs\/|@hono\/node-server)/;

  /** Returns all modules that the file imports for their values, transitively. */
  function reach(start: string, readText: (file: string) => string, isFile: (file: string) => boolean): string[] {
    const seen = new Set<string>();
    const found: string[] = [];
    const visit = (file: string) => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { name, isType } of importsOf(readText(file))) {
        if (isType) continue;
        if (NODE_ONLY.test(name)) found.push(`${file} imports ${name}`);
        const stem = resolveName(name, file).replace(/^@(contract|server)\//, '$1/');
        const next = ['.ts', '.tsx'].map((extension) => stem + extension).find(isFile);
        if (next) visit(next);
      }
    };
    visit(start);
    return [...found, ...(seen.size < 2 ? [`nothing was reached from ${start}`] : [])];
  }

  test('a bad example is found, two imports away', () => {
    const tree: Record<string, string> = {
      'server/app.ts': "import { a } from './a';",
      'server/a.ts': "import {\n  b,\n} from './deep/b';",
      'server/deep/b.ts': "import { readFileSync } from 'node:fs';",
    };
    expect(
      reach(
        'server/app.ts',
        (file) => tree[file] ?? '',
        (file) => file in tree,
      ),
    ).toEqual(['server/deep/b.ts imports node:fs']);
    expect(
      reach(
        'server/app.ts',
        () => '',
        () => false,
      ),
    ).toEqual(['nothing was reached from server/app.ts']);
  });

  test('the repository complies', () => {
    expect(reach('server/app.ts', read, (file) => sources.includes(file))).toEqual([]);
  });
});

describe('comments and documents cite what is in the repository', () => {
  const CITATION = /docs\/([\w-]+\.md), (?=[A-Z])/g;
  const NOT_HERE =
    /\b(?:contract-facts|design \d|seed section \d)|\(seed \d, |\b(?:copy|glossary|house-style)\.md\b|\.\.\/shared\/[\w-]+\.md/gi;
  const END = /^(?:[).,;:`"]|\s*\(|\s*\*\/|\s*$)/;

  /** @param headingsOf `null` for a document that does not exist */
  function wrongCitations(text: string, headingsOf: (file: string) => string[] | null): string[] {
    // Citations may be wrapped over several lines.
    const flat = text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
    const found = [...flat.matchAll(CITATION)].filter((citation) => {
      const rest = flat.slice(citation.index + citation[0].length);
      const headings = headingsOf(citation[1] ?? '') ?? [];
      return !headings.some((heading) => rest.startsWith(heading) && END.test(rest.slice(heading.length)));
    });
    return [
      ...found.map(({ index }) => `no such heading: ${flat.slice(index, index + 60)}`),
      ...matches(NOT_HERE)(text).map((what) => `not in the repository: ${what}`),
    ];
  }

  const headings = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading ?? '');

  test('bad examples are found, also wrapped ones', () => {
    const notes = (file: string) => (file === 'notes.md' ? headings('# Notes\n\n## Job list\n') : null);
    expect(wrongCitations('/**\n * As said (docs/notes.md, Job\n * list).\n */', notes)).toEqual([]);
    expect(wrongCitations('/** docs/notes.md, Job */', notes)).toHaveLength(1);
    expect(wrongCitations('/** docs/notes.md, Job listing */', notes)).toHaveLength(1);
    expect(wrongCitations('// (docs/none.md, Job list)', notes)).toHaveLength(1);
    const absent = ['contract-facts 2.4', 'Design 3, "Bodies"', '(seed 2, "Cursor")', 'copy.md', '../shared/layout.md'];
    expect(absent.filter((name) => wrongCitations(`// ${name}`, notes).length !== 1)).toEqual([]);
  });

  test('the repository complies', () => {
    const documents = ['', 'docs', 'docs/decisions'].flatMap((folder) =>
      readdirSync(path.join(ROOT, folder))
        .filter((name) => name.endsWith('.md'))
        .map((name) => path.posix.join(folder, name)),
    );
    expect(documents).toContain('docs/api-notes.md');
    const headingsOf = (name: string) =>
      existsSync(path.join(ROOT, 'docs', name)) ? headings(read(`docs/${name}`)) : null;
    const all = [...sources, ...documents];
    expect(all.flatMap((file) => wrongCitations(read(file), headingsOf).map((what) => `${file}: ${what}`))).toEqual([]);
    expect(all.some((file) => read(file).includes('docs/api-notes.md, '))).toBe(true);
  });
});

describe('AGENTS.md names files of the repository', () => {
  const NAMED = /(?<![\w*./-])(?!dist\/)(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|json|md)\b/g;
  const filesNamedIn = (text: string) => [...text.matchAll(NAMED)].map(([name]) => name);
  const missing = (text: string, files: readonly string[]) =>
    filesNamedIn(text).filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)));

  test('bad examples are found, also names without a folder', () => {
    const files = ['src/lib/a.ts', 'src/lib/a.spec.ts', 'README.md'];
    expect(
      missing('`lib/a.ts` and `a.spec.ts` beside it, src/lib/a.ts, `node src/lib/a.ts` (`README.md`).', files),
    ).toEqual([]);
    expect(missing('`*-worker.ts`, `*.bench.mjs`, `.mjs`, `dist/b.json`', files)).toEqual([]);
    expect(missing('`lib/b.ts`, `node b.mjs`, `ib/a.ts` (`b.spec.tsx`)', files)).toEqual([
      'lib/b.ts',
      'b.mjs',
      'ib/a.ts',
      'b.spec.tsx',
    ]);
  });

  test('the repository complies', () => {
    const others = ['docs', 'tsconfig'].flatMap((folder) =>
      namesUnder(folder).map((name) => `${folder}/${name.split(path.sep).join('/')}`),
    );
    expect(filesNamedIn(read('AGENTS.md')).length).toBeGreaterThan(50);
    expect(missing(read('AGENTS.md'), [...sources, ...others, ...readdirSync(ROOT)])).toEqual([]);
  });
});

describe('cited decisions exist, and the index lists them', () => {
  const FOLDER = 'docs/decisions';
  const CITED = /\bdecisions? (\d{3}(?:(?:, and|,| and) \d{3})*)/gi;
  const HEADING = /^## (\d{3}) (.+)$/gm;
  const ROW = /^\| (\d{3}) \| \[(.+)\]\((.+\.md)\) \|$/gm;

  function decisionsCitedIn(text: string): string[] {
    // Citations may be wrapped over several lines.
    const flat = text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
    return [...flat.matchAll(CITED)].flatMap(([, numbers]) => numbers?.match(/\d{3}/g) ?? []);
  }

  const numbersIn = (text: string) => [...text.matchAll(HEADING)].map(([, number]) => number ?? '');

  /** @param files texts of the area files by name */
  function wrongIndex(index: string, files: Readonly<Record<string, string>>): string[] {
    const found = Object.entries(files).flatMap(([file, text]) =>
      [...text.matchAll(HEADING)].map(([, number, title]) => `${number} ${title} (${file})`),
    );
    const rows = [...index.matchAll(ROW)].map(([, number, title, file]) => `${number} ${title} (${file})`);
    const numbers = Object.values(files).flatMap(numbersIn);
    const listed = rows.map((row) => row.slice(0, 3));
    return [
      ...found.filter((decision) => !rows.includes(decision)).map((decision) => `not in the index: ${decision}`),
      ...rows.filter((row) => !found.includes(row)).map((row) => `no such decision: ${row}`),
      ...rows.filter((row, at) => rows.indexOf(row) !== at).map((row) => `listed twice: ${row}`),
      ...listed.filter((number, at) => number < (listed[at - 1] ?? '')).map((number) => `out of order: ${number}`),
      ...numbers.filter((number, at) => numbers.indexOf(number) !== at).map((number) => `two headings: ${number}`),
    ];
  }

  test('bad examples are found, also wrapped ones', () => {
    const text = '/**\n * As in decision\n * 007 (decisions 020, 090 and 001).\n */';
    expect(decisionsCitedIn(text)).toEqual(['007', '020', '090', '001']);
    const one = '| 001 | [A](a.md) |\n';
    expect(wrongIndex(one, { 'a.md': '## 001 A\n' })).toEqual([]);
    expect(wrongIndex('', { 'a.md': '## 001 A\n' })).toEqual(['not in the index: 001 A (a.md)']);
    expect(wrongIndex(one, {})).toEqual(['no such decision: 001 A (a.md)']);
    expect(wrongIndex(one + one, { 'a.md': '## 001 A\n' })).toEqual(['listed twice: 001 A (a.md)']);
    const second = '| 002 | [B](a.md) |\n';
    expect(wrongIndex(one + second, { 'a.md': '## 001 A\n\n## 002 B\n' })).toEqual([]);
    expect(wrongIndex(second + one, { 'a.md': '## 001 A\n\n## 002 B\n' })).toEqual(['out of order: 001']);
    const two = `${one}| 001 | [A](b.md) |\n`;
    expect(wrongIndex(two, { 'a.md': '## 001 A\n', 'b.md': '## 001 A\n' })).toEqual(['two headings: 001']);
  });

  test('the repository complies', () => {
    const areas = readdirSync(path.join(ROOT, FOLDER)).filter((name) => name.endsWith('.md') && name !== 'README.md');
    const files = Object.fromEntries(areas.map((name) => [name, read(`${FOLDER}/${name}`)]));
    expect(wrongIndex(read(`${FOLDER}/README.md`), files)).toEqual([]);

    const numbers = new Set(Object.values(files).flatMap(numbersIn));
    const documents = [...FOLDERS, 'docs'].flatMap((folder) =>
      namesUnder(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
    );
    const all = [...sources, ...documents, 'README.md', 'AGENTS.md', 'vitest.config.ts'];
    const cited = all.flatMap((file) => decisionsCitedIn(read(file)).map((number) => ({ file, number })));
    expect(cited.length).toBeGreaterThan(100);
    const unknown = cited.filter(({ number }) => !numbers.has(number));
    expect(unknown.map(({ file, number }) => `${file}: no decision ${number}`)).toEqual([]);
  });
});

describe('every stored key is in the table of src/lib/settings/stored-keys.ts', () => {
  const DEFINED = /(?:defineSetting|defineSettingFamily|createStoredIdSet)(?:<[^(]*>)?\(\s*'([^']+)'/g;
  const READ_BY_THEME = /getItem\('flowdeck\.([^']+)'\)/g;
  const keysIn = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, key]) => key ?? '');

  test('each has one definition', () => {
    expect(keysIn(DEFINED, "defineSetting<A<'b'>>('theme', {})")).toEqual(['theme']);
    const defined = sources.filter(isProduct).flatMap((file) => keysIn(DEFINED, read(file)));
    expect(defined.toSorted()).toEqual(Object.keys(STORED).toSorted());
  });

  test('those that the page reads before its first paint are among them', () => {
    const keys = keysIn(READ_BY_THEME, read('public/theme.js'));
    expect(keys).toHaveLength(10);
    const isListed = (key: string) =>
      Object.keys(STORED).some((known) => (known.endsWith('.') ? key.startsWith(known) : key === known));
    expect(keys.filter((key) => !isListed(key))).toEqual([]);
  });
});

test('the mock worker is not among the files that are shipped', () => {
  expect(mockWorkersIn(['mockServiceWorker.js', 'icon.svg'])).toEqual(['mockServiceWorker.js']);
  expect(namesUnder('public')).not.toEqual([]);
  expect(mockWorkersIn([...namesUnder('public'), ...namesUnder('dist/console')])).toEqual([]);
});

test('no configuration names a registry', () => {
  const registry = /^\s*(?:@[\w-]+:)?registry\s*=|https?:\/\/registry\./m;
  expect('registry=https://mirror.example').toMatch(registry);
  expect(read('.npmrc')).not.toMatch(registry);
  expect(read('package-lock.json')).not.toMatch(/"resolved":/);
});
