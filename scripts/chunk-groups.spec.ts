import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './build-parts.mjs';
import { chunkGroups } from './chunk-groups.mjs';
import { PAGES, PLAYGROUND } from './page-preloads.mjs';

const at = (file: string) => path.join(root, file).replaceAll('\\', '/');
const ICONS = 'node_modules/lucide-react/dist/esm/icons';
const QUERY = at('node_modules/@tanstack/react-query/build/modern/index.js');
const USE_QUERIES = 'node_modules/@tanstack/react-query/build/modern/useQueries.js';
const LUCIDE = at('node_modules/lucide-react/dist/esm/lucide-react.mjs');

const IMPORTS: Record<string, string[]> = {
  [at('src/main.tsx')]: [at('src/lib/after-paint.ts')],
  [at('src/start.tsx')]: [at('src/app/shell.tsx'), at('src/lib/after-paint.ts')],
  [at('src/app/shell.tsx')]: [at('src/lib/format.ts'), LUCIDE, at('node_modules/zustand/esm/index.mjs')],
  [at('src/features/submit/submit-page.tsx')]: [at('src/shared/page-title.ts'), at('src/features/submit/drops.ts')],
  [at('src/features/jobs/jobs-page.tsx')]: [at('src/shared/page-title.ts'), at('src/api/jobs.ts'), QUERY],
  [at('src/api/jobs.ts')]: [at('src/api/client.ts'), at('src/api/jobs.ts'), LUCIDE],
  [QUERY]: [at(USE_QUERIES)],
  [at('src/features/submit/drops.ts')]: [LUCIDE],
  [at(PAGES.models)]: [at('src/features/models/catalog/model-row.tsx')],
  [at(PAGES['models/*'])]: [at('src/features/models/catalog/model-row.tsx')],
  [at(PLAYGROUND)]: [at('src/features/models/form/fits.ts')],
  [LUCIDE]: ['x', 'pen', 'check', 'trash'].map((icon) => at(`${ICONS}/${icon}.mjs`)),
};
const CODE: Record<string, string> = {
  [at('src/api/jobs.ts')]: 'import { X as Close, Check } from "lucide-react";',
  [at('src/features/submit/drops.ts')]: 'import { Pen, Check } from "lucide-react";',
  [LUCIDE]: `export { default as X, default as XIcon } from './icons/x.mjs';
export { default as Pen } from './icons/pen.mjs';
export { default as Check } from './icons/check.mjs';
export { default as Trash } from './icons/trash.mjs';`,
};
const context = (imports: Record<string, string[]>) => ({
  getModuleInfo: (id: string) => (imports[id] ? { importedIds: imports[id], code: CODE[id] ?? '' } : null),
});

/** The first group that takes the module, as the bundler decides. */
function groupOf(id: string, imports = IMPORTS): string | null {
  for (const { name, test } of chunkGroups().toSorted((a, b) => b.priority - a.priority)) {
    const found = test && !test.test(id) ? null : typeof name === 'string' ? name : name(id, context(imports));
    if (found !== null) return found;
  }
  return null;
}

describe('the chunks of the console', () => {
  test.each([
    ['the libraries of the first screens', 'node_modules/zustand/esm/index.mjs', 'framework'],
    ['what only a lazy part takes of them', 'node_modules/zustand/esm/traditional.mjs', null],
    ['what the entry imports, at any depth', 'src/lib/format.ts', 'shell'],
    ['what both first screens import', 'src/shared/page-title.ts', 'shell'],
    ['what the jobs import beside that, at any depth', 'src/api/client.ts', 'jobs'],
    ['what Submit alone imports and others share', 'src/features/submit/drops.ts', 'submit'],
    ['icons that the jobs draw', `${ICONS}/x.mjs`, 'jobs-icons'],
    ['icons that Submit draws', `${ICONS}/pen.mjs`, 'submit-icons'],
    ['icons that both draw', `${ICONS}/check.mjs`, 'shell'],
    ['icons that several other parts draw', `${ICONS}/trash.mjs`, 'icons'],
    ['hooks that a library names beside the others', USE_QUERIES, null],
    ['what runs before the first paint', 'src/lib/after-paint.ts', 'first'],
    ['what both screens of models import', 'src/features/models/catalog/model-row.tsx', 'models'],
    ['what the page of a model alone imports', 'src/features/models/form/fits.ts', 'playground-parts'],
    ['what a lazy part of it imports', 'src/features/models/form/union-field.tsx', null],
    ['controls', 'node_modules/@radix-ui/react-tabs/dist/index.mjs', 'controls'],
    ['the screens themselves', 'src/features/jobs/jobs-page.tsx', null],
    ['the entry itself', 'src/main.tsx', null],
  ])('%s', (_, file, group) => {
    expect(groupOf(at(file))).toBe(group);
  });

  test('a screen that was moved stops the build', () => {
    expect(() => groupOf(at('src/lib/format.ts'), { [at('src/main.tsx')]: [], [at('src/start.tsx')]: [] })).toThrow(
      /no module .*submit-page/,
    );
  });
});
