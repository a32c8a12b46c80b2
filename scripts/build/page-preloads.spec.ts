import { expect, test } from 'vitest';
import { APP, GRAPH, linksInResponses, linksOfPages } from './page-preloads.mjs';
import { moduleOfPage, PAGES } from './route-pages.mjs';

const JOBS = moduleOfPage('jobs');
const font = { file: '_app/inter-latin-wght-normal-x1.woff2' };
const manifest = {
  ...Object.fromEntries(Object.values(PAGES).map((module) => [module, { file: '_app/another.js' }])),
  'index.html': { file: '_app/main.js', isEntry: true, imports: ['_shared.js'], css: ['_app/main.css'] },
  [APP]: { file: '_app/start.js', imports: ['_shared.js'] },
  '_shared.js': { file: '_app/shared.js' },
  '_list.js': { file: '_app/list.js', imports: ['_shared.js'] },
  [JOBS]: { file: '_app/jobs.js', imports: ['_list.js'] },
  [moduleOfPage('jobs/*')]: { file: '_app/job.js', imports: ['_list.js'] },
  [GRAPH]: { file: '_app/graph.js', imports: ['_list.js'] },
  [moduleOfPage('/')]: { file: '_app/servers.js' },
};
const FONT_LINK = `</${font.file}>; rel=preload; as=font; type="font/woff2"; crossorigin`;

test('a page preloads the files of its first paint, then its scripts and its part for wide screens, but none of the entry', () => {
  const links = linksOfPages({ ...manifest, 'inter.woff2': font });
  const first = [
    '</_app/main.css>; rel=preload; as=style; crossorigin',
    '</theme.js>; rel=preload; as=script',
    '</early-files.js>; rel=preload; as=script',
  ].join(', ');
  expect(links['jobs']).toBe(
    [first, FONT_LINK, ...['start', 'jobs', 'list'].map((name) => `</_app/${name}.js>; rel=modulepreload`)].join(', '),
  );
  expect(links['submit']).toContain(`${first}, </samples/coral.webp>; rel=preload; as=image`);
  expect(links['*']).toBe([first, FONT_LINK, '</_app/start.js>; rel=modulepreload'].join(', '));
  const last = '</_app/list.js>; rel=modulepreload, </_app/graph.js>; rel=modulepreload; media="(min-width: 840px)"';
  expect(links['jobs/*']?.endsWith(last)).toBe(true);
  expect(links['/']).toContain('</_app/servers.js>; rel=modulepreload');
  expect(Object.keys(links)).toEqual(['*', ...Object.keys(PAGES)]);
});

test('a build without a page or the font is rejected', () => {
  expect(() => linksOfPages(manifest)).toThrow('no font');
  const { [JOBS]: _, ...moved } = manifest;
  expect(() => linksOfPages({ ...moved, 'inter.woff2': font })).toThrow(JOBS);
});

test('each request of a loader is preloaded once', () => {
  const link = (url: string) => `<${url}>; rel=preload; as=fetch; crossorigin`;
  expect(linksInResponses(['/console/status', '/api/v2/jobs?limit=50', '/console/status'])).toBe(
    `${link('/console/status')}, ${link('/api/v2/jobs?limit=50')}`,
  );
});
