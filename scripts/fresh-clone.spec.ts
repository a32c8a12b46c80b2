import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './build/build-parts.mjs';

const STATIC_IMPORT = /^(?:import|export)\b[^'"]*?\bfrom '([^']+)';$|^import '([^']+)';$/gm;

/** Returns the packages that a script imports before its first line runs, each with the file that does. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)].flatMap(([, from, alone]) => {
    const name = from ?? alone ?? '';
    if (name.startsWith('.')) return packagesOf(path.resolve(path.dirname(file), name), seen);
    return name.startsWith('node:') || builtinModules.includes(name) ? [] : `${path.relative(root, file)}: ${name}`;
  });
}

// They install the packages, so on a fresh clone they run without any.
const installing = ['scripts', 'bench'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `${folder}/${name}`)
    .filter((file) => /^installIfNeeded\(\);$/m.test(readFileSync(path.join(root, file), 'utf8'))),
);

it('finds the scripts that install packages', () => {
  expect(installing).toEqual(expect.arrayContaining(['scripts/start.mjs', 'scripts/release.mjs', 'bench/run.mjs']));
  expect(installing.length).toBeGreaterThan(8);
});

it.each(installing)('%s needs no package before it installs them', (file) => {
  const seen = new Set<string>();
  expect(packagesOf(path.join(root, file), seen)).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
});
