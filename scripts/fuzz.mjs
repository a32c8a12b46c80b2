// `npm run fuzz [seed] [name...]`: runs every property for about twelve seconds with inputs that `npm test` does not use.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';
import { installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();
const [first = '', ...others] = process.argv.slice(2);
const isSeed = /^\d+$/.test(first);
const seed = isSeed ? first : String(randomInt(2 ** 31));
const names = isSeed || first === '' ? others : [first, ...others];

const files = ['contract', 'server', 'src']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => file.endsWith('.spec.ts') && names.every((name) => file.includes(name)))
  .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('/testing/properties'));
const args = ['run', '--project', 'unit', '--project', 'conformance', '--testTimeout', '60000', ...files];
console.log(`Seed ${seed}: ${files.length} files with properties`);
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FLOWDECK_FUZZ_SEED: seed },
});
if (status !== 0) console.log(`Again with the same input: npm run fuzz ${[seed, ...names].join(' ')}`);
process.exitCode = status ?? 1;
