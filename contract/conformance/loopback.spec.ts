import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { TARGET } from './harness/target';
import { openOverHttp } from './harness/http-host';

/** Returns the result of a connection attempt: `connected`, or the error code. */
function knock(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 5000 });
    const end = (result: string) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end('connected'));
    socket.once('timeout', () => end('timeout'));
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
  });
}

/** Returns the addresses of this machine other than 127.0.0.1. Linux responds on all of 127.0.0.0/8. */
function otherAddresses(): string[] {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  return process.platform === 'linux' ? [...outside, '127.0.0.2'] : outside;
}

describe.skipIf(TARGET)('the listening address of the built gateway', () => {
  test('J-1.26 J-1.28 is 127.0.0.1 and no other address of the machine', async () => {
    const gateway = await openOverHttp();
    const { hostname, port } = new URL(gateway.baseUrl);
    expect(hostname).toBe('127.0.0.1');
    expect(await knock('127.0.0.1', Number(port))).toBe('connected');
    const others = otherAddresses();
    expect(others).not.toEqual([]);
    for (const other of others)
      expect({ other, end: await knock(other, Number(port)) }).toEqual({ other, end: 'ECONNREFUSED' });
    await gateway.close();
  });
});
