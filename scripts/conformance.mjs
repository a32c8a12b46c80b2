// `npm run conformance -- --base-url URL [--token T] [--workflow FILE] [--long-workflow FILE] [--report FILE] [name...]`: checks
// the rules of the Job API and of the Model Router against any surface (docs/conformance.md).
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from './build/build-parts.mjs';
import { giveUp } from './prepare.mjs';
import { probeApis, probeGraphs, untilReady } from './processes/surface-probe.mjs';

const { values, positionals } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    token: { type: 'string' },
    workflow: { type: 'string' },
    'long-workflow': { type: 'string' },
    report: { type: 'string' },
  },
  allowPositionals: true,
});
if (!values['base-url']) giveUp('Name the surface: npm run conformance -- --base-url http://127.0.0.1:8189');
const baseUrl = values['base-url'].replace(/\/+$/, '');
// The variable keeps the token out of process lists. An empty one is none.
const token = (values.token ?? process.env['CONFORMANCE_TOKEN']) || null;

/** Every ComfyUI and our embedded engine can run these. */
const QUICK = {
  1: { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0x336699 } },
  2: { class_type: 'SaveImage', inputs: { images: ['1', 0], filename_prefix: 'conformance' } },
};
const io = { pause: setTimeout, print: (/** @type {string} */ line) => console.error(line) };
const obstacle = await untilReady((path) => send(path, {}), io);
if (obstacle !== null) giveUp(`${baseUrl} runs no jobs yet: ${obstacle}.`);
const { hasJobs, hasModels, isGateway, needsCredential } = await probeApis((path, init) => send(path, init ?? {}));
if (needsCredential) giveUp(`${baseUrl} wants a credential: add --token.`);
const { hasScripts, long } = hasJobs ? await probeGraphs(accepts) : { hasScripts: false, long: null };
const address = {
  baseUrl,
  token,
  hasJobs,
  hasModels,
  isGateway,
  hasScripts,
  quick: values.workflow ? readGraph(values.workflow) : hasScripts ? null : QUICK,
  long: values['long-workflow'] ? readGraph(values['long-workflow']) : long,
};
// Files run sequentially: some rules depend on state that others change, such as the newest job.
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'conformance', '--no-file-parallelism'];
const reporters = ['--reporter=default', '--reporter=./scripts/suites/skip-reasons.mjs'];
const report = values.report ? ['--reporter=json', `--outputFile.json=${values.report}`] : [];
const child = spawn(process.execPath, [...vitest, ...reporters, ...report, ...positionals], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CONFORMANCE_ADDRESS: JSON.stringify(address) },
});
child.once('close', (code) => process.exit(code ?? 1));

/** Returns true if the surface accepts such a graph; the job is canceled at once. @param {object} workflow */
async function accepts(workflow) {
  const response = await send('/api/v2/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ workflow }),
  });
  if (response.status !== 201) return false;
  const { urls } = /** @type {{ urls: { cancel: string } }} */ (await response.json());
  await send(new URL(urls.cancel, new URL(baseUrl).origin).href, { method: 'POST' });
  return true;
}

/** @param {string} target a path of the contract, or a full URL @param {RequestInit} init */
async function send(target, init) {
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  };
  try {
    return await fetch(target.startsWith('/') ? baseUrl + target : target, { ...init, headers });
  } catch {
    return giveUp(`No response from ${baseUrl}.`);
  }
}

/** @param {string} file in API format */
function readGraph(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return giveUp(`${file} is no workflow in API format: ${error instanceof Error ? error.message : String(error)}`);
  }
}
