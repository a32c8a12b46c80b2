// Runs the built gateway as its users do, as a process of its own: for the end-to-end tests and the benches.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from './build-parts.mjs';

export const GATEWAY_SCRIPT = path.join(root, 'dist/server/main.mjs');

/**
 * @typedef {object} GatewayEnd
 * @property {number | null} code null when a signal ended it
 * @property {NodeJS.Signals | null} signal
 * @property {string} stdout
 * @property {string} stderr
 *
 * @typedef {object} GatewayProcess
 * @property {string | null} address as printed; null when it ended without being ready
 * @property {number} pid
 * @property {() => { stdout: string, stderr: string }} printed so far
 * @property {Promise<GatewayEnd>} ended
 * @property {(signal: NodeJS.Signals) => Promise<GatewayEnd>} end
 */

/**
 * Resolves when the gateway printed its address or ended before it did.
 * @param {readonly string[]} flags
 * @param {{ script?: string, nodeArgs?: readonly string[], env?: Record<string, string> }} [how]
 * @returns {Promise<GatewayProcess>}
 */
export async function spawnGateway(flags, { script = GATEWAY_SCRIPT, nodeArgs = [], env = {} } = {}) {
  const child = spawn(process.execPath, [...nodeArgs, script, ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutFlowdeck(process.env), ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  const address = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      const [, printed] = /^Flowdeck is ready at (\S+)$/m.exec(stdout) ?? [];
      if (printed) resolve(printed);
    });
    void ended.then(() => resolve(null));
  });
  return {
    address,
    pid: child.pid ?? 0,
    printed: () => ({ stdout, stderr }),
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** The settings of whoever runs the tests are not those of the tests. @param {NodeJS.ProcessEnv} environment */
function withoutFlowdeck(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('FLOWDECK_')));
}
