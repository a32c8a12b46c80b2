import { readFileSync } from 'node:fs';
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
it.each(['start', 'test', 'dev', 'check', 'build'])('npm run %s needs no package before it installs them', (name) => {
  const seen = new Set<string>();
  expect(packagesOf(path.join(root, `scripts/${name}.mjs`), seen)).toEqual([]);
  expect(seen.size).toBeGreaterThan(1);
});
