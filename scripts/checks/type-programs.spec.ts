import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../build/build-parts.mjs';

const TSC = path.join(root, 'node_modules/typescript/bin/tsc');
const FOLDERS = ['contract', 'src', 'server', 'e2e', 'bench', 'scripts'];

/** Returns the files that a program checks, relative to the project root. */
async function filesOf(program: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [TSC, '-p', program, '--showConfig'], { cwd: root });
  const { files = [] } = JSON.parse(stdout) as { files?: string[] };
  return files.map((file) => path.posix.join(path.posix.dirname(program), file));
}

const sources = [
  ...readdirSync(root),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name.split(path.sep).join('/')),
    ),
  ),
].filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.startsWith('src/testing/public/'));

test('each source file belongs to one program of the type checker', async () => {
  const { references } = JSON.parse(
    readFileSync(path.join(root, 'tsconfig.json'), 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''),
  ) as { references: { path: string }[] };
  const programs = await Promise.all(references.map(({ path: program }) => filesOf(path.posix.normalize(program))));
  const times = new Map<string, number>();
  for (const file of programs.flat()) times.set(file, (times.get(file) ?? 0) + 1);
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((file) => !times.has(file))).toEqual([]);
  // Declaration files have no code, so two programs may share them.
  expect([...times].filter(([file, count]) => count > 1 && !file.endsWith('.d.ts'))).toEqual([]);
});
