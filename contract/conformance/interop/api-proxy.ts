import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface ApiProxy {
  address: string;
  end(): Promise<void>;
}

/** Starts comfy-api-proxy in front of a ComfyUI on a free port. Resolves once it responds. */
export async function startApiProxy(command: string, comfyui: string, flags: readonly string[]): Promise<ApiProxy> {
  const port = await freePort();
  const child = spawn(command, ['--comfyui', comfyui, '--port', String(port), ...flags], { stdio: 'ignore' });
  const finished = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await responses(`${url}/api/v2/health`))) {
    if (child.exitCode !== null) throw new Error(`comfy-api-proxy ended with code ${child.exitCode}`);
    await setTimeout(100);
  }
  return {
    address: url,
    async end() {
      child.kill('SIGKILL');
      await finished;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given');
  return address.port;
}

async function responses(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
