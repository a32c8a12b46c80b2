import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

export interface ApiProxy {
  address: string;
  end(): Promise<void>;
}

/** comfy-api-proxy in front of a ComfyUI, on a free port. Resolves when it answers. */
export async function startApiProxy(command: string, comfyui: string, flags: readonly string[]): Promise<ApiProxy> {
  const port = await freePort();
  const child = spawn(command, ['--comfyui', comfyui, '--port', String(port), ...flags], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  while (!(await answers(`${address}/api/v2/health`))) {
    if (child.exitCode !== null) throw new Error(`comfy-api-proxy ended with code ${child.exitCode}`);
    await setTimeout(100);
  }
  return {
    address,
    async end() {
      child.kill('SIGKILL');
      await ended;
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

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
