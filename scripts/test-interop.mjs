// `npm run test:interop -- [--comfyui URL] [--templates DIR] [--folder DIR] [--record] [name...]`: tests with third-party software on both ends
// (docs/interop.md). Installs the official clients and the proxy into a folder outside the repository; they are not dependencies
// of the product.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildStaleParts, root } from './build/build-parts.mjs';
import { giveUp } from './prepare.mjs';

const JS_CLIENT = '@comfyorg/sdk@0.1.9';
const PYTHON_PACKAGES = ['comfy-sdk==0.5.0', 'comfy-api-proxy==0.1.6'];

const { values, positionals } = parseArgs({
  options: {
    comfyui: { type: 'string' },
    templates: { type: 'string' },
    folder: { type: 'string' },
    record: { type: 'boolean' },
  },
  allowPositionals: true,
});
const comfyui = values.comfyui?.replace(/\/+$/, '') ?? null;
if (comfyui !== null && !(await responses(comfyui)))
  giveUp(`No ComfyUI responds at ${comfyui}: see docs/live-testing.md.`);
if (comfyui === null) console.error('Without --comfyui URL only the clients are tested, on the embedded engine.');

const folder = path.resolve(values.folder ?? path.join(tmpdir(), 'flowdeck-interop'));
const bin = path.join(folder, 'python/bin');
install();
await buildStaleParts({ forTests: true });

const env = {
  ...process.env,
  ...(values.record ? { FLOWDECK_INTEROP_RECORD: '1' } : {}),
  FLOWDECK_INTEROP: JSON.stringify({
    comfyui,
    templates: values.templates && path.resolve(values.templates),
    jsClient: path.join(folder, 'node/node_modules/@comfyorg/sdk'),
    python: path.join(bin, 'python'),
    proxy: path.join(bin, 'comfy-api-proxy'),
  }),
};
const suites = [
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.interop.config.ts', '--passWithNoTests'],
  ...(comfyui === null
    ? []
    : [
        [
          'node_modules/@playwright/test/cli.js',
          'test',
          '--config',
          'playwright.interop.config.ts',
          '--pass-with-no-tests',
        ],
      ]),
];
let failed = 0;
for (const suite of suites) {
  const { status } = spawnSync(process.execPath, [...suite, ...positionals], { cwd: root, stdio: 'inherit', env });
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

function install() {
  mkdirSync(path.join(folder, 'node'), { recursive: true });
  run('npm', ['install', '--no-audit', '--no-fund', '--prefix', path.join(folder, 'node'), JS_CLIENT]);
  if (!existsSync(bin)) run('python3', ['-m', 'venv', path.dirname(bin)]);
  run(path.join(bin, 'python'), ['-m', 'pip', 'install', '--quiet', ...PYTHON_PACKAGES]);
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  try {
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch {
    giveUp(`\`${command} ${args.join(' ')}\` failed: the third parties cannot be installed.`);
  }
}

/** @param {string} address */
async function responses(address) {
  try {
    return (await fetch(new URL('/system_stats', address), { signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}
