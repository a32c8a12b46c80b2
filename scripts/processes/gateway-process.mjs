// Runs the built gateway as users do, in a separate process: for e2e tests and benches.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../build/build-parts.mjs';

export const GATEWAY_SCRIPT = path.join(root, 'dist/server/main.mjs');
/** Has the scripted engine and models of the tests, which the product lacks. */
const SCRIPTED_GATEWAY_SCRIPT = path.join(root, 'dist/testing/gateway.mjs');

/**
 * @typedef {object} GatewayEnd
 * @property {number | null} code `null` if a signal ended it
 * @property {NodeJS.Signals | null} signal
 * @property {string} stdout
 * @property {string} stderr
 *
 * @typedef {object} GatewayProcess
 * @property {string | null} address base address as printed; `null` if it exited before it was ready
 * @property {number} pid
 * @property {() => { stdout: string, stderr: string }} printed so far
 * @property {Promise<GatewayEnd>} ended
 * @property {(signal: NodeJS.Signals) => Promise<GatewayEnd>} end
 */

/**
 * Starts the gateway: the product, or with `--engine scripted` the one for tests. Resolves once it has printed its address or exited.
 * @param {readonly string[]} flags
 * @param {{ script?: string, nodeArgs?: readonly string[], env?: Record<string, string>, cwd?: string }} [how]
 * @returns {Promise<GatewayProcess>}
 */
export async function spawnGateway(flags, { script = scriptFor(flags), nodeArgs = [], env = {}, cwd = root } = {}) {
  const child = spawn(process.execPath, [...nodeArgs, script, ...flags], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutFlowdeck(process.env), ...env },
  });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const finished = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  const address = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      const [, printed] = /^Flowdeck is ready at (\S+)$/m.exec(stdout) ?? [];
      if (printed) resolve(printed);
    });
    void finished.then(() => resolve(null));
  });
  return {
    address,
    pid: child.pid ?? 0,
    printed: () => ({ stdout, stderr }),
    ended: finished,
    end(signal) {
      child.kill(signal);
      return finished;
    },
  };
}

/**
 * Removes the user's own Flowdeck settings from the environment, so that tests do not depend on them.
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutFlowdeck(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('FLOWDECK_')));
}

/** @param {readonly string[]} flags */
function scriptFor(flags) {
  return flags.includes('scripted') ? SCRIPTED_GATEWAY_SCRIPT : GATEWAY_SCRIPT;
}
