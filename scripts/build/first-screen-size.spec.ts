import { expect, test } from 'vitest';
import { FIRST_SCREENS, measureFirstScreens } from './first-screen-size.mjs';
import { APP } from './page-preloads.mjs';

const page = '<script src="/theme.js"></script><script type="module" src="/_app/main.js"></script>';
const manifest = {
  'index.html': { file: '_app/main.js', isEntry: true, imports: ['_shared.js'], css: ['_app/main.css'] },
  '_shared.js': { file: '_app/shared.js' },
  [APP]: { file: '_app/start.js', imports: ['_shared.js'] },
  'src/dialog.tsx': { file: '_app/dialog.js' },
  [FIRST_SCREENS['/local/submit']]: { file: '_app/submit.js', imports: ['index.html', '_shared.js'] },
  [FIRST_SCREENS['/local/jobs']]: { file: '_app/jobs.js', imports: ['_list.js'], css: ['_app/jobs.css'] },
  '_list.js': { file: '_app/list.js', imports: ['_shared.js'] },
};
const SIZES: Record<string, number> = {
  'theme.js': 1,
  '_app/main.js': 10,
  '_app/shared.js': 100,
  '_app/start.js': 10_000,
  '_app/submit.js': 1_000,
  '_app/jobs.js': 2_000,
  '_app/list.js': 4_000,
  '_app/dialog.js': 100_000,
  '_app/main.css': 5,
  '_app/jobs.css': 50,
};
const sizeOf = (file: string) => SIZES[file] ?? Number.NaN;

test('counts the entry, the app, their imports and the screen, each once, and no lazy chunk', () => {
  expect(measureFirstScreens(manifest, page, sizeOf)).toEqual([
    { screen: '/local/submit', js: 11_111, css: 5 },
    { screen: '/local/jobs', js: 16_111, css: 55 },
  ]);
});

test('a gate that would measure nothing fails', () => {
  expect(() => measureFirstScreens({}, page, sizeOf)).toThrow('no entry');
  expect(() => measureFirstScreens(manifest, page, () => 0)).toThrow('Nothing was measured');
  const { [FIRST_SCREENS['/local/jobs']]: _, ...moved } = manifest;
  expect(() => measureFirstScreens(moved, page, sizeOf)).toThrow('no chunk for src/app/jobs-and-batches-page.tsx');
});
