// Tells the gateway what each page of the console needs beside the entry, so that the browser asks for all of it at once
// and not first for the router, then for the page. Written as the `Link` header that goes with the page.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build-parts.mjs';
import { collectFiles, entriesOf } from './manifest.mjs';

/** What the entry brings when the first picture is painted. */
export const APP = 'src/start.tsx';

/** Paths below the name of the surface; `*` stands for one id. */
export const PAGES = {
  submit: 'src/features/submit/submit-page.tsx',
  'submit/*': 'src/features/submit/editor-page.tsx',
  jobs: 'src/features/jobs/jobs-page.tsx',
  'jobs/*': 'src/features/jobs/job-page.tsx',
  assets: 'src/features/assets/assets-page.tsx',
  models: 'src/features/models/catalog/models-page.tsx',
  'models/*': 'src/features/models/playground/model-page.tsx',
};

/** What `/` shows where there is no gateway. */
export const SERVERS = 'src/app/settings/servers/servers-page.tsx';

/** The lazy part that the page of a model always renders first. */
export const PLAYGROUND = 'src/features/models/playground/playground.tsx';

/** What the page of a job shows first on a wide screen; `src/features/jobs/wide.ts` says what is wide. */
export const GRAPH = 'src/shared/graph/graph-view.tsx';
const WIDE = '(min-width: 840px)';

/**
 * What a page asks the gateway for before it shows anything: the browser asks along with the code. Each line is to be
 * the request that the page makes, or it is made twice; `e2e/opens.spec.ts` counts.
 */
const ANSWERS = {
  jobs: ['/console/status', '/api/v2/jobs?limit=50'],
  models: ['/console/status', '/console/models', '/v2/models?limit=100'],
  // The gateway writes the model of the path in place of this one.
  'models/*': [
    '/console/status',
    '/v2/models/__PROVIDER__/__MODEL__',
    '/v2/models/__PROVIDER__/__MODEL__/openapi.json',
    '/console/models',
  ],
};

/** The pages that are not named. */
const OTHER_PAGES = '*';

/** The text of the first paint; the browser would find it in the styles only once there is text. */
const FONT = /inter-latin-wght-normal-[\w-]+\.woff2$/;

/** @type {{ thumbnail: string }[]} */
const samples = JSON.parse(readFileSync(path.join(root, 'src/features/submit/samples.json'), 'utf8'));
/** Pictures that Submit shows with its first paint. */
const PICTURES = samples.map(({ thumbnail }) => `samples/${thumbnail}`);

/** A vite plugin. It needs `build.manifest`. */
export function pagePreloads() {
  let folder = '';
  return {
    name: 'flowdeck:page-preloads',
    /** @type {'build'} */
    apply: 'build',
    configResolved(/** @type {{ root: string, build: { outDir: string } }} */ config) {
      folder = path.resolve(config.root, config.build.outDir, '.vite');
    },
    writeBundle: {
      // After the manifest of the same build.
      order: /** @type {'post'} */ ('post'),
      handler() {
        const manifest = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8'));
        writeFileSync(path.join(folder, 'preloads.json'), JSON.stringify(linksOfPages(manifest), null, 2));
        writeFileSync(path.join(folder, 'answers.json'), JSON.stringify(linksInResponses(), null, 2));
      },
    },
  };
}

/**
 * @param {import('./manifest.mjs').Manifest} manifest
 * @returns {Record<string, string>} the value of the header by page
 * @throws when a page or the font is not in the build
 */
export function linksOfPages(manifest) {
  const font = Object.values(manifest).find(({ file }) => FONT.test(file));
  if (!font) throw new Error('The build has no font to preload');
  const entry = new Set();
  for (const name of entriesOf(manifest)) collectFiles(manifest, name, entry);
  const styles = [...entry].filter((file) => file.endsWith('.css'));
  return Object.fromEntries(
    [[OTHER_PAGES, null], ['/', SERVERS], ...Object.entries(PAGES)].map(([page, module]) => {
      const files = new Set();
      collectFiles(manifest, APP, files);
      if (module) collectFiles(manifest, module, files);
      if (page === 'models/*') collectFiles(manifest, PLAYGROUND, files);
      const scripts = [...files].filter((file) => file.endsWith('.js') && !entry.has(file));
      const wide = new Set();
      if (page === 'jobs/*') collectFiles(manifest, GRAPH, wide);
      return [
        page,
        // The first paint before what the app needs: over a few connections all of it waits in this order.
        [
          ...styles.map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
          '</theme.js>; rel=preload; as=script',
          ...(page === 'submit' ? PICTURES : []).map((file) => `</${file}>; rel=preload; as=image`),
          `</${font.file}>; rel=preload; as=font; type="font/woff2"; crossorigin`,
          ...scripts.map((file) => `</${file}>; rel=modulepreload`),
          ...[...wide]
            .filter((file) => file.endsWith('.js') && !entry.has(file) && !files.has(file))
            .map((file) => `</${file}>; rel=modulepreload; media="${WIDE}"`),
        ].join(', '),
      ];
    }),
  );
}

/** @returns {Record<string, string>} what the header says besides, where the page is that of this gateway and shows all */
export function linksInResponses() {
  return Object.fromEntries(
    Object.entries(ANSWERS).map(([page, asked]) => [
      page,
      asked.map((url) => `<${url}>; rel=preload; as=fetch; crossorigin`).join(', '),
    ]),
  );
}
