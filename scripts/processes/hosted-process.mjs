// Runs `scripts/hosted.mjs` in a separate process: for e2e tests and `npm run dev`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../build/build-parts.mjs';

/**
 * @typedef {object} HostedAddresses
 * @property {'managed' | 'serverless' | 'router'} kind
 * @property {string} baseUrl
 * @property {string | null} contentOrigin
 * @property {string} creditsUrl
 * @property {string} controlUrl
 * @property {Record<'valid' | 'readOnly' | 'forbidden' | 'invalid', string>} keys
 */

/**
 * Starts hosted surfaces. Resolves once all of them respond.
 * @param {readonly (string | { kind: string, [option: string]: unknown })[]} kinds a kind, or options
 * @param {{ engineScript?: string }} [how]
 * @returns {Promise<{ surfaces: HostedAddresses[], end: () => Promise<void> }>}
 */
export async function spawnHosted(kinds, { engineScript } = {}) {
  const child = spawn(
    process.execPath,
    [
      path.join(root, 'scripts/hosted.mjs'),
      ...kinds.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))),
    ],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(engineScript === undefined ? {} : { FLOWDECK_ENGINE_SCRIPT: engineScript }) },
    },
  );
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const closed = once(child, 'close');
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      child.once('error', reject);
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
        if (/^ready$/m.test(stdout)) resolve();
      });
      void closed.then(() => reject(new Error(`The hosted surfaces did not start: ${stderr}`)));
    })
  );
  return {
    surfaces: stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line)),
    async end() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
