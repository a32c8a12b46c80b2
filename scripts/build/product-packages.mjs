// The packages that users run. Those that npm installs with the product are its `dependencies`; the build bundles all others, which makes
// them `devDependencies` beside the tools.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = ['contract', 'server', 'src'];
const NOT_SHIPPED = /\.spec\.tsx?$|^vite\.config\.ts$|^(?:testing|conformance)$/;
const CODE = /\.(?:tsx?|css)$/;
/** The package in `from 'NAME/file'`, `import 'NAME'`, `import('NAME')`, `@import 'NAME'` and `url('NAME')`. Types are gone from a build. */
const IMPORTED =
  /^(?!import type |export type )(?:.*\bfrom|.*\b(?:import|url)\(|@?import) ?['"]((?:@[\w.-]+\/)?[\w.-]+)/gm;

/**
 * @param {string} root of the repository
 * @returns {string[]} direct dependencies of the project that reach users, in order
 */
export function productPackages(root) {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const imported = new Set(FOLDERS.flatMap((folder) => importsBelow(path.join(root, folder))));
  const bundled = Object.keys(devDependencies).filter((name) => imported.has(name));
  return [...Object.keys(dependencies), ...bundled].toSorted();
}

/** @param {string} folder @returns {string[]} */
function importsBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (NOT_SHIPPED.test(entry.name)) return [];
    if (entry.isDirectory()) return importsBelow(file);
    if (!CODE.test(entry.name)) return [];
    return [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, name = '']) => name);
  });
}
