import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP, type AddressInfo, type LookupFunction } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EngineProbe } from '@contract/console/engine-probe';
import { createApp, type App } from '../app';
import { ComfyuiDouble } from '../engines/comfyui/testing/comfyui-double';
import { createMemoryDeps } from '../testing/memory-deps';
import { createRelayClient, type RelayClient } from './relay-client';

// A probe through the client of the relay, to real servers and behind a resolver of the test.

let names: Record<string, string>;
const resolve: LookupFunction = (hostname, options, callback) => {
  const address = names[hostname];
  if (address === undefined) return callback(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }), '', 0);
  const found = { address, family: isIP(address) };
  if (options.all === true) callback(null, [found]);
  else callback(null, found.address, found.family);
};

let servers: Server[];
let asked: string[];
let gateway: string;
let client: RelayClient;
let app: App;

async function serve(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.headers.host}${incoming.url}`);
    answer(incoming, outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeEach(async () => {
  servers = [];
  asked = [];
  names = {};
  gateway = await serve((_, outgoing) => outgoing.end('the gateway itself'));
  client = createRelayClient({ network: { resolve, isPublic: () => false, ownPort: Number(new URL(gateway).port) } });
  app = createApp(await createMemoryDeps({ relayFetch: (...sent) => client.fetch(...sent) }));
});
afterEach(async () => {
  await app.close();
  await client.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function probe(address: string): Promise<EngineProbe> {
  const response = await app.fetch(
    new Request('http://127.0.0.1:9999/console/engines/probe', {
      method: 'POST',
      body: JSON.stringify({ address }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  expect(response.status).toBe(200);
  return (await response.json()) as EngineProbe;
}

describe('a probe over the network', () => {
  test('finds a ComfyUI in a private network, by its name', async () => {
    const comfyui = new ComfyuiDouble();
    await comfyui.start();
    try {
      names['box.local'] = '127.0.0.1';
      const found = await probe(`box.local:${new URL(comfyui.url).port}`);
      expect(found).toMatchObject({ finding: 'comfyui', version: comfyui.version, device: 'cuda:0 Card' });
      expect(found.nodeClasses).toBeGreaterThan(10);
      expect(new Set(comfyui.requests)).toEqual(new Set(['GET /system_stats', 'GET /object_info']));
      await comfyui.stop();
      expect(await probe(comfyui.url)).toMatchObject({ finding: 'refused' });
      comfyui.isBroken = true;
      await comfyui.start();
      expect(await probe(comfyui.url)).toMatchObject({ finding: 'other' });
    } finally {
      await comfyui.stop();
    }
  });

  test.each([
    ['a link-local address', '169.254.169.254'],
    ['its form in IPv6', '[::ffff:169.254.169.254]'],
    ['a name that leads to one', 'metadata.example'],
  ])('never connects to %s', async (_, host) => {
    names['metadata.example'] = '169.254.169.254';
    expect(await probe(`http://${host}:80/`)).toMatchObject({ finding: 'blocked' });
  });

  test('never connects to its own gateway under another name', async () => {
    names['rebound.example'] = '127.0.0.1';
    expect(await probe(gateway.replace('127.0.0.1', 'rebound.example'))).toMatchObject({ finding: 'blocked' });
    expect(asked).toEqual([]);
  });

  test('does not follow a redirect, also not to the same host', async () => {
    const target = await serve((_, outgoing) => outgoing.end('{"system": {}, "devices": []}'));
    const elsewhere = await serve((_, outgoing) =>
      outgoing.writeHead(307, { location: `${target}/system_stats` }).end(),
    );
    expect(await probe(elsewhere)).toMatchObject({ finding: 'redirect', redirectsTo: target });
    const same = await serve((_, outgoing) => outgoing.writeHead(302, { location: '/system_stats2' }).end());
    expect(await probe(same)).toMatchObject({ finding: 'login' });
    expect(asked.filter((url) => url.includes('system_stats2') || target.endsWith(url))).toEqual([]);
    expect(asked.some((url) => url.startsWith(new URL(target).host))).toBe(false);
  });

  test('stops reading a body that never ends', async () => {
    let isClosed = false;
    const endless = await serve((_, outgoing) => {
      outgoing.on('close', () => (isClosed = true));
      const more = () => outgoing.write('x'.repeat(64 * 1024));
      outgoing.on('drain', more);
      more();
    });
    expect(await probe(endless)).toMatchObject({ finding: 'other' });
    await expect.poll(() => isClosed).toBe(true);
  });

  test('tells that a name does not exist, and that the port does not use TLS', async () => {
    expect(await probe('nowhere.example')).toMatchObject({ finding: 'name' });
    const plain = await serve((_, outgoing) => outgoing.end('plain'));
    expect(await probe(plain.replace('http:', 'https:'))).toMatchObject({ finding: 'tls' });
  });
});
