import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { ComfyClient, ComfyRejection, ComfyUnreachable } from './comfy-client';
import { ComfyTooLarge } from './limited-body';

let server: Server | null = null;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<ComfyClient> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return new ComfyClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}///`);
}

describe('a ComfyUI response', () => {
  it('is parsed even if it contains NaN or Infinity, which prompts of other clients put into the queue', async () => {
    const client = await serve((_, response) => response.end('{"queue_running":[[1,"a",{"cfg":NaN}]]}'));
    expect(await client.getJson('/queue')).toEqual({ queue_running: [[1, 'a', { cfg: null }]] });
  });

  it('is rejected above a size limit', async () => {
    const client = await serve((_, response) => response.end('x'.repeat(5000)));
    expect(await client.getText('/a', { maxBytes: 5000 })).toHaveLength(5000);
    await expect(client.getText('/a', { maxBytes: 4999 })).rejects.toBeInstanceOf(ComfyTooLarge);
  });

  it('is limited by its decompressed size, and the transfer stops at the limit', async () => {
    // Far more than the buffers in between can hold: 1 MB compresses to 1 kB.
    const MAX_BYTES = 200_000;
    let sent = 0;
    let isClosed = false;
    const packed = gzipSync(Buffer.alloc(1024 ** 2));
    const client = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.on('close', () => (isClosed = true));
      const more = () => {
        if (isClosed || sent >= MAX_BYTES) return;
        sent += 1;
        response.write(packed, () => setImmediate(more));
      };
      more();
    });
    await expect(client.getText('/system_stats', { maxBytes: 1024 ** 2 })).rejects.toThrow('larger than 1 MB');
    await expect.poll(() => isClosed).toBe(true);
    expect(sent).toBeLessThan(MAX_BYTES);
  });

  it('has one time limit for headers and body, so an endless body counts as a failure', async () => {
    const client = await serve((_, response) => {
      response.write('{');
      const drip = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(drip));
    });
    const result = client.getJson('/queue', { timeoutMs: 100 });
    await expect(result).rejects.toBeInstanceOf(ComfyUnreachable);
  });

  it('is aborted when the caller aborts', async () => {
    const abort = new AbortController();
    const client = await serve((_, response) => {
      response.write('{');
      abort.abort(new Error('given up'));
    });
    await expect(client.getJson('/queue', { signal: abort.signal })).rejects.toThrow('given up');
  });

  it('with an error status is read only up to a small size', async () => {
    const client = await serve((_, response) => {
      response.writeHead(400).write('a'.repeat(200_000));
      const more = setInterval(() => response.write('b'.repeat(100_000)), 1);
      response.on('close', () => clearInterval(more));
    });
    const rejection = await client.postJson('/prompt', {}).catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(ComfyRejection);
    expect((rejection as ComfyRejection).body).toBe('a'.repeat(65_536));
  });
});
