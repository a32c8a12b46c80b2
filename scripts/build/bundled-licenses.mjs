// Writes the notices of the packages that a build of the console contains, which their licenses demand of copies. Vite's own list
// (`build.license`) lacks the packages of workers, and fonts.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const LICENSES = '.vite/license.md';

/**
 * @typedef {{ moduleIds?: readonly string[], originalFileNames?: readonly string[] }} BuiltFile
 * @typedef {Record<string, BuiltFile>} Bundle
 */

/** Vite plugins of one build: `collect` also of its workers, `write` after the builds of all. */
export function bundledLicenses() {
  let root = '';
  let folder = '';
  /** @type {Set<string>} folders of packages */
  const packages = new Set();
  return {
    collect: () => ({
      name: 'flowdeck:collect-licenses',
      generateBundle(/** @type {unknown} */ _options, /** @type {Bundle} */ bundle) {
        for (const { moduleIds = [], originalFileNames = [] } of Object.values(bundle)) {
          for (const file of [...moduleIds, ...originalFileNames]) {
            const found = packageOf(file);
            if (found !== null) packages.add(found);
          }
        }
      },
    }),
    write: () => ({
      name: 'flowdeck:write-licenses',
      /** @type {'build'} */
      apply: 'build',
      configResolved(/** @type {{ root: string, build: { outDir: string } }} */ config) {
        root = config.root;
        folder = path.resolve(root, config.build.outDir);
      },
      writeBundle: {
        order: /** @type {'post'} */ ('post'),
        sequential: true,
        handler() {
          const file = path.join(folder, LICENSES);
          mkdirSync(path.dirname(file), { recursive: true });
          writeFileSync(file, licenseList([...packages].map((name) => path.resolve(root, name))));
        },
      },
    }),
  };
}

/** @param {string} file of a package, or another one @returns {string | null} */
function packageOf(file) {
  if (file.startsWith('\0')) return null;
  // A file of Vite's root is relative to it.
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file.replaceAll('\\', '/'))?.[0] ?? null;
}

/** @param {readonly string[]} folders of packages @returns {string} Markdown @throws if a package has no license */
export function licenseList(folders) {
  const sections = folders.map((folder) => {
    /** @type {{ name: string, version: string, license?: string }} */
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
    const text = file === undefined ? '' : `\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
    if (license === undefined && text === '') throw new Error(`${name} ${version} has no license`);
    return `\n## ${name} - ${version}${license === undefined ? '' : ` (${license})`}\n${text}`;
  });
  return ['# Licenses\n\nThis build contains the following packages:\n', ...new Set(sections.toSorted())].join('');
}
