// Finishes a build for a static host: adds the policy to the page and the headers file, a page for unknown paths, and the hash of
// every file.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LICENSES } from './bundled-licenses.mjs';
import { headersFile, pagePolicy } from './static-policy.mjs';

const NONCE_PLACE = '__CSP_NONCE__';
/** The gateway lists modules there; a static page has links. */
const MODULES_PLACE = '__MODULES__';
const POLICY_PLACE = '<meta charset="utf-8" />';
const LIST = 'files.json';

/** Vite plugin; must be the last one. @param {{ firstPage: '/' | 'submit' }} options page of the first visit */
export function staticFiles({ firstPage }) {
  let folder = '';
  let base = '/';
  return {
    name: 'flowdeck:static-files',
    /** @type {'build'} */
    apply: 'build',
    configResolved(/** @type {{ root: string, base: string, build: { outDir: string } }} */ config) {
      folder = path.resolve(config.root, config.build.outDir);
      base = config.base;
    },
    writeBundle: {
      order: /** @type {'post'} */ ('post'),
      sequential: true,
      handler() {
        finishStaticBuild(folder, base, firstPage);
      },
    },
  };
}

/** @param {string} folder of a build @param {string} base URL path where it will be served @param {'/' | 'submit'} firstPage */
export function finishStaticBuild(folder, base, firstPage) {
  const pageFile = path.join(folder, 'index.html');
  // Derived from the page, so that builds are reproducible.
  const nonce = sha256(pageFile).toString('base64url').slice(0, 22);
  const preloads = JSON.parse(readFileSync(path.join(folder, '.vite/preloads.json'), 'utf8'));
  const page = staticPage(readFileSync(pageFile, 'utf8'), { nonce, base, links: preloads[firstPage], folder });
  // GitHub Pages and other hosts serve it for unknown paths, so that every screen opens by its URL.
  writeFileSync(path.join(folder, '404.html'), page);
  writeFileSync(pageFile, withPrerendered(page, readPrerendered(folder)[firstPage]));
  writeFileSync(path.join(folder, '_headers'), headersFile(nonce, base));
  renameSync(path.join(folder, LICENSES), path.join(folder, 'licenses.md'));
  rmSync(path.join(folder, '.vite'), { recursive: true });
  writeFileSync(path.join(folder, LIST), `${JSON.stringify(hashFiles(folder), null, 2)}\n`);
}

/**
 * @param {string} page as built
 * @param {{ nonce: string, base: string, links: string, folder: string }} facts details of the build; `links` is a `Link` header
 * @throws if the page has no placeholder for the policy or its nonce
 */
export function staticPage(page, { nonce, base, links, folder }) {
  for (const position of [NONCE_PLACE, POLICY_PLACE])
    if (!page.includes(position)) throw new Error(`The page has no ${position}`);
  const head = [
    POLICY_PLACE,
    // Must come first, since a policy applies only to what follows it.
    `<meta http-equiv="content-security-policy" content="${pagePolicy(nonce)}" />`,
    '<meta name="referrer" content="no-referrer" />',
  ].join('\n    ');
  return page
    .replaceAll(NONCE_PLACE, nonce)
    .replace(MODULES_PLACE, '')
    .replace(POLICY_PLACE, () => head)
    .replace('</title>', () => `</title>\n    ${linkTags(links, base).join('\n    ')}`)
    .replaceAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:js|css))"[^>]*>/g, (tag, url) => {
      const file = path.join(folder, url.slice(base.length));
      return tag.replace(/>$/, ` integrity="sha256-${sha256(file).toString('base64')}">`);
    });
}

/** @param {string} folder @returns {Record<string, string>} empty in the demo, whose gateway has to start first */
function readPrerendered(folder) {
  const file = path.join(folder, '.vite/pictures.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

const ROOT = '<div id="root"></div>';

/** @param {string} page @param {string | undefined} markup of the first page (decision 011) */
function withPrerendered(page, markup) {
  if (markup === undefined) return page;
  if (!page.includes(ROOT)) throw new Error(`The page has no ${ROOT}`);
  // `styles.css` hides it at all other paths for which the host serves this page.
  const marked = markup.replace('class="contents"', 'class="contents prerendered-base"');
  return page.replace(ROOT, () => `<div id="root">${marked}</div>`);
}

/** @param {string} links `</a.js>; rel=modulepreload, …` @param {string} base @returns {string[]} */
function linkTags(links, base) {
  // Stylesheets and the theme script are already in the head.
  const wanted = links.split(', ').filter((link) => !/rel=preload; as=(?:style|script)/.test(link));
  return wanted.map((link) => {
    const [, file = '', attributes = ''] = /^<\/([^>]+)>; (.+)$/.exec(link) ?? [];
    const written = attributes.split('; ').map((each) => each.replace(/=([^"]+)$/, '="$1"'));
    return `<link href="${base}${file}" ${written.join(' ')}>`;
  });
}

/** @param {string} folder @returns {Record<string, { sha256: string, bytes: number }>} by path, excluding the list itself */
export function hashFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => file !== LIST)
    .toSorted();
  return Object.fromEntries(
    files.map((file) => {
      const full = path.join(folder, file);
      return [file, { sha256: sha256(full).toString('hex'), bytes: readFileSync(full).length }];
    }),
  );
}

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest();
}
