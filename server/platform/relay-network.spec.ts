import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isIP, type AddressInfo, type LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp, type App } from '../app';
import type { StoredSurface } from '../console/surfaces/surface-store';
import { systemNetwork, type Network } from '../router/hosting/guarded-agent';
import { createPublicFetch } from '../router/hosting/ssrf-safe-fetch';
import { createMemoryDeps } from '../testing/memory-deps';
import { createRelayClient, type RelayClient } from './relay-client';

// Real sockets behind a resolver of the test: 127.0.0.2 counts as a public address, 127.0.0.1 is a private network.
const PUBLIC = '127.0.0.2';
const PRIVATE = '127.0.0.1';

const CONTENT = '/console/relay/studio/jobs/api/v2/assets/1/content';

/** Addresses by name; each lookup takes the first list, and the last list stays. */
let names: Record<string, string[][]>;
const resolve: LookupFunction = (hostname, options, callback) => {
  const lists = names[hostname] ?? [];
  const list = (lists.length > 1 ? lists.shift() : lists[0]) ?? [];
  if (list.length === 0) return callback(Object.assign(new Error('no name'), { code: 'ENOTFOUND' }), '', 0);
  const found = list.map((address) => ({ address, family: isIP(address) }));
  if (options.all === true) callback(null, found);
  else callback(null, found[0]?.address ?? '', found[0]?.family);
};

/** Answers of both servers; the private one is on a port of both addresses. */
let redirect: string;
let asked: string[];
let outside: Server;
let inside: Server;
let outsidePort: number;
let insidePort: number;
let network: Network;
let client: RelayClient;
let app: App;
let store: Awaited<ReturnType<typeof createMemoryDeps>>['surfaces'];

async function serve(host: string, port: number, answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(answer);
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const note = ({ headers, url }: IncomingMessage) => void asked.push(`${headers.host}${url}`);

beforeAll(async () => {
  outside = await serve(PUBLIC, 0, (incoming, outgoing) => {
    note(incoming);
    outgoing.writeHead(302, { location: redirect }).end();
  });
  outsidePort = portOf(outside);
  inside = await serve(PRIVATE, 0, (incoming, outgoing) => {
    note(incoming);
    if (incoming.url?.endsWith('/content') === true) outgoing.writeHead(302, { location: redirect }).end();
    else outgoing.end('of the private network');
  });
  insidePort = portOf(inside);
});
beforeEach(async () => {
  asked = [];
  names = {};
  network = { resolve, isPublic: (address) => address === PUBLIC, ownPort: null };
  client = createRelayClient({ network });
  const deps = await createMemoryDeps({ relayFetch: (...sent) => client.fetch(...sent) });
  store = deps.surfaces;
  app = createApp(deps);
});
afterEach(async () => {
  await app.close();
  await client.close();
});
afterAll(() => {
  for (const server of [outside, inside]) {
    server.closeAllConnections();
    server.close();
  }
});

const studio = { id: 'studio', name: 'Studio', color: 'blue', kind: 'self-hosted', routerBaseUrl: null } as const;

async function readContent(baseUrl: string): Promise<[status: number, text: string]> {
  const access = { access: 'relay', routerAuth: 'bearer', dialect: 'service', credential: 'very-secret' } as const;
  const surface: StoredSurface = { ...studio, ...access, baseUrl };
  store.write({ surfaces: [surface], defaultId: 'local' });
  const response = await app.fetch(new Request(`http://127.0.0.1:8189${CONTENT}`));
  return [response.status, await response.text()];
}

const FOREIGN = 'redirects to another host in a private network, which is not followed';
const LINK_LOCAL = 'redirects to a link-local address, which is never followed';

describe('a redirect of a surface', () => {
  test.each([
    ['127.0.0.1', FOREIGN],
    ['[::1]', FOREIGN],
    ['[::ffff:127.0.0.1]', FOREIGN],
    ['2130706433', FOREIGN],
    ['10.0.0.1', FOREIGN],
    ['inside.test', FOREIGN],
    ['169.254.169.254', LINK_LOCAL],
    ['[::ffff:169.254.169.254]', LINK_LOCAL],
    ['[fe80::1]', LINK_LOCAL],
    ['metadata.test', LINK_LOCAL],
  ])('whose name has a public and a private address does not lead to %s', async (host, reason) => {
    names = {
      'mixed.test': [[PUBLIC, PRIVATE]],
      'inside.test': [[PRIVATE]],
      'metadata.test': [['169.254.169.254']],
    };
    redirect = `http://${host}:${insidePort}/secret`;
    const [status, text] = await readContent(`http://mixed.test:${outsidePort}`);
    expect([status, text]).toEqual([502, expect.stringContaining(reason)]);
    expect(asked).toEqual([`mixed.test:${outsidePort}/api/v2/assets/1/content`]);
  });

  test('does not lead into the network that its name points to after it was public', async () => {
    names = { 'rebound.test': [[PUBLIC], [PRIVATE]] };
    redirect = `http://rebound.test:${insidePort}/secret`;
    const [status, text] = await readContent(`http://rebound.test:${outsidePort}`);
    expect([status, text]).toEqual([502, expect.stringContaining(FOREIGN)]);
    expect(asked).toHaveLength(1);
  });

  test('leads to a host with a private and a public address over the public one only', async () => {
    names = { 'studio.test': [[PUBLIC]], 'storage.test': [[PRIVATE, PUBLIC]] };
    redirect = `http://storage.test:${insidePort}/file`;
    // Nothing listens on this port of the public address.
    expect((await readContent(`http://studio.test:${outsidePort}`))[1]).toContain('refused the connection');
    expect(asked).toHaveLength(1);
  });

  test('in a private network leads to its own address, and to no other one', async () => {
    network.isPublic = () => false;
    names = { 'box.test': [[PRIVATE]], 'storage.test': [[PRIVATE]], 'other.test': [[PUBLIC]] };
    redirect = `http://storage.test:${insidePort}/file`;
    expect(await readContent(`http://box.test:${insidePort}`)).toEqual([200, 'of the private network']);
    asked = [];
    redirect = `http://other.test:${outsidePort}/file`;
    expect(await readContent(`http://box.test:${insidePort}`)).toEqual([502, expect.stringContaining(FOREIGN)]);
    redirect = 'http://169.254.169.254/latest';
    expect(await readContent(`http://box.test:${insidePort}`)).toEqual([502, expect.stringContaining(LINK_LOCAL)]);
    expect(asked).toEqual([0, 1].map(() => `box.test:${insidePort}/api/v2/assets/1/content`));
  });
});

describe('a configured surface', () => {
  test.each([
    'http://169.254.169.254',
    'http://0xa9fea9fe',
    'http://0251.0376.0251.0376',
    'http://[fe80::1]',
    'http://[64:ff9b::a9fe:a9fe]',
    'http://[64:ff9b:1::a9fe:a9fe]',
    'http://[2002:a9fe:a9fe::1]',
    'http://[::a9fe:a9fe]',
    'http://[fd00:ec2::254]',
    'http://metadata.test',
    'http://zone.test',
  ])('at %s is never connected to', async (baseUrl) => {
    names = {
      'metadata.test': [['169.254.169.254', 'fe80::1']],
      'zone.test': [['fe80::1%eth0', '64:ff9b::a9fe:a9fe']],
    };
    const [status, text] = await readContent(baseUrl);
    expect([status, text]).toEqual([502, expect.stringContaining('has a link-local address')]);
    expect(text).toContain('surface_unreachable');
  });

  test.each([
    'localhost.',
    '127.0.0.1',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::1]',
    'mixed.test',
  ])('that leads to this gateway as %s is not connected to', async (host) => {
    network.ownPort = insidePort;
    names = { 'localhost.': [[PRIVATE]], 'mixed.test': [[PRIVATE]] };
    const [status, text] = await readContent(`http://${host}:${insidePort}`);
    expect([status, text]).toEqual([502, expect.stringContaining('leads back to this gateway')]);
    expect(asked).toEqual([]);
  });

  test('is reached over an address that is allowed, if its name has a link-local one too', async () => {
    redirect = '/file';
    names = { 'box.test': [['fe80::1', PRIVATE]] };
    expect(await readContent(`http://box.test:${insidePort}`)).toEqual([200, 'of the private network']);
  });
});

describe('a file of a model response', () => {
  test('is fetched from public addresses only, whatever its name resolved to before', async () => {
    names = { 'files.test': [[PUBLIC], [PRIVATE]], 'inside.test': [[PRIVATE]], 'public.test': [[PUBLIC]] };
    const fetchPublic = createPublicFetch({ network });
    const options = { maxBytes: 100 };
    redirect = `http://files.test:${insidePort}/secret`;
    const rebound = fetchPublic(`http://files.test:${outsidePort}/a`, options);
    await expect(rebound).rejects.toThrow('not on the public internet');
    expect(asked).toEqual([`files.test:${outsidePort}/a`]);
    const trusted = `http://inside.test:${insidePort}`;
    const trustedOrigins = new Set([trusted]);
    expect((await fetchPublic(`${trusted}/a`, { ...options, trustedOrigins })).contentType).toMatch(/octet-stream/);
    redirect = `${trusted}/secret`;
    const chosen = fetchPublic(`http://public.test:${outsidePort}/a`, { ...options, trustedOrigins });
    await expect(chosen).rejects.toThrow('not on the public internet');
    redirect = 'http://169.254.169.254/latest';
    const link = fetchPublic(`${trusted}/content`, {
      ...options,
      trustedOrigins: new Set([trusted, 'http://169.254.169.254']),
    });
    await expect(link).rejects.toThrow('link-local');
    await fetchPublic.close();
  });
});

test('the product judges by the system resolver and the ranges of public addresses', () => {
  const { isPublic, ownPort } = systemNetwork('http://127.0.0.1:8189');
  expect([isPublic('8.8.8.8'), isPublic('192.168.1.5'), ownPort]).toEqual([true, false, 8189]);
});
