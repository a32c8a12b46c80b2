import { expect, test } from 'vitest';
import { narrowed, reachOf, specsBeyondImports } from './changed.mjs';
import { SUITES } from './suites.mjs';

const none = { unit: 'none', conformance: 'none', browser: 'none', e2e: 'none' };
const all = { unit: 'all', conformance: 'all', browser: 'all', e2e: 'all' };

test.each([
  ['nothing', [], none],
  ['a document', ['docs/security.md'], { ...none, unit: 'related' }],
  ['a story', ['e2e/opens.spec.ts'], { ...none, unit: 'related', e2e: 'related' }],
  [
    'a spec of a component',
    ['src/features/jobs/list/list-view.browser.spec.tsx'],
    { unit: 'related', conformance: 'related', browser: 'related', e2e: 'none' },
  ],
  [
    'a component',
    ['src/features/jobs/job-page.tsx'],
    { unit: 'related', conformance: 'related', browser: 'related', e2e: 'all' },
  ],
  [
    'the gateway',
    ['server/jobs/stored-jobs.ts'],
    { unit: 'related', conformance: 'all', browser: 'related', e2e: 'all' },
  ],
  [
    'a worker',
    ['src/domains/assets/hash-worker.ts'],
    { unit: 'related', conformance: 'related', browser: 'all', e2e: 'all' },
  ],
  ['the installed program', ['bin/flowdeck.mjs'], { ...none, unit: 'related', e2e: 'all' }],
  ['the build', ['scripts/build/precompress.mjs'], { ...none, unit: 'related', e2e: 'all' }],
  ['what the suites run by', ['docs/security.md', 'vitest.config.ts'], all],
  ['the list of suites', ['scripts/suites/suites.mjs'], all],
  ['the lock file', ['package-lock.json'], all],
])('a change of %s', (_, files, reach) => {
  expect(reachOf(files)).toEqual(reach);
});

const suite = (name: string) => SUITES.filter((one) => one.name === name);
const narrow = (name: string, files: string[]) => suite(name).map((one) => narrowed(one, { base: 'abc', files }))[0];

test('Vitest gets the changed files, and the specs that read more than they import', () => {
  const files = ['src/lib/hooks/use-now.ts'];
  expect(narrow('browser', files)?.args.slice(1, 3)).toEqual(['related', '--run']);
  expect(narrow('browser', files)?.args.slice(-2)).toEqual(['--passWithNoTests', ...files]);
  expect(narrow('unit', files)?.args).toEqual(expect.arrayContaining([...files, 'safety.spec.ts']));
  expect(specsBeyondImports()).toEqual(expect.arrayContaining(['safety.spec.ts', 'server/platform/flags.spec.ts']));
});

test('Playwright runs the e2e tests that changed, or all', () => {
  expect(narrow('e2e', ['e2e/axe.ts'])?.args).toContain('--only-changed=abc');
  expect(narrow('e2e', ['e2e/axe.ts', 'server/main.ts'])).toBe(suite('e2e')[0]);
  expect(narrow('e2e', ['README.md'])).toBeNull();
});
