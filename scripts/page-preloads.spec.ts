import { expect, test } from 'vitest';
import { linksOfPages, PAGES } from './page-preloads.mjs';

const font = { file: '_app/inter-latin-wght-normal-x1.woff2' };
const manifest = {
  'index.html': { file: '_app/main.js', isEntry: true, imports: ['_shared.js'] },
  '_shared.js': { file: '_app/shared.js' },
  '_list.js': { file: '_app/list.js', imports: ['_shared.js'] },
  [PAGES.submit]: { file: '_app/submit.js', imports: ['index.html', '_shared.js'] },
  [PAGES['submit/*']]: { file: '_app/editor.js' },
  [PAGES.jobs]: { file: '_app/jobs.js', imports: ['_list.js'] },
  [PAGES['jobs/*']]: { file: '_app/job.js', imports: ['_list.js'] },
};
const FONT_LINK = `</${font.file}>; rel=preload; as=font; type="font/woff2"; crossorigin`;

test('a page asks for its own scripts and the font, not for what the entry brings', () => {
  const links = linksOfPages({ ...manifest, 'inter.woff2': font });
  expect(links['submit']).toMatch(
    `</_app/submit.js>; rel=modulepreload, ${FONT_LINK}, </samples/coral.webp>; rel=preload`,
  );
  expect(links['jobs']).toBe(`</_app/jobs.js>; rel=modulepreload, </_app/list.js>; rel=modulepreload, ${FONT_LINK}`);
  expect(Object.keys(links)).toEqual(['submit', 'submit/*', 'jobs', 'jobs/*']);
});

test('a build that lacks a page or the font is refused', () => {
  expect(() => linksOfPages(manifest)).toThrow('no font');
  const { [PAGES.jobs]: _, ...moved } = manifest;
  expect(() => linksOfPages({ ...moved, 'inter.woff2': font })).toThrow(PAGES.jobs);
});
