// `npm run dev`: Vite serves the console with hot reload, and the gateway is rebuilt and restarted on every change. `npm run dev
// -- --hosted managed,router` also starts these hosted surfaces (scripts/hosted.mjs) and prints them.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import path from 'node:path';
import { root } from './build/build-parts.mjs';
import { spawnHosted } from './processes/hosted-process.mjs';
import { installIfNeeded, requireNode } from './prepare.mjs';

requireNode();
installIfNeeded();

const flags = process.argv.slice(2);
const hostedKinds = takeFlag('--hosted')?.split(',') ?? [];
const port = flags.includes('--port') ? flags[flags.indexOf('--port') + 1] : (process.env['FLOWDECK_PORT'] ?? '8189');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');
const outDir = path.join(root, 'dist/dev-server');
/** Debounce time, since a change often affects several files. */
const SETTLE_MS = 150;

/** @type {import('node:child_process').ChildProcess | null} */
let gateway = null;
/** @type {NodeJS.Timeout | undefined} */
let waiting;

await restartGateway();
const hosted =
  hostedKinds.length === 0
    ? null
    : await spawnHosted(hostedKinds, { engineScript: path.join(outDir, 'embedded-engine.mjs') });
for (const { kind, baseUrl, controlUrl, keys } of hosted?.surfaces ?? []) {
  console.log(`${kind} surface at ${baseUrl}, API key ${keys.valid}, control at ${controlUrl}`);
}
for (const folder of ['server', 'contract']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void restartGateway(), SETTLE_MS);
  });
}
const pages = spawn(process.execPath, [vite], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FLOWDECK_DEV_GATEWAY: `http://127.0.0.1:${port}` },
});
pages.once('close', (code) => {
  gateway?.kill();
  void hosted?.end();
  process.exit(code ?? 1);
});

/** Removes a flag that the gateway does not support. @param {string} name @returns {string | undefined} its value */
function takeFlag(name) {
  const at = flags.indexOf(name);
  return at === -1 ? undefined : flags.splice(at, 2)[1];
}

async function restartGateway() {
  const build = ['build', '-c', 'server/vite.config.ts', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  if ((await finished(spawn(process.execPath, [vite, ...build], { cwd: root, stdio: 'inherit' }))) !== 0) return;
  if (gateway && gateway.exitCode === null) {
    gateway.kill();
    await finished(gateway);
  }
  gateway = spawn(process.execPath, [path.join(outDir, 'main.mjs'), ...flags], {
    cwd: root,
    stdio: 'inherit',
  });
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<number | null>} */
function finished(child) {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.once('close', resolve);
  });
}
