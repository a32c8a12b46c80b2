import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPublicFetch } from './ssrf-safe-fetch';
import { isPublicAddress } from './address-kinds';

const seen: IncomingMessage[] = [];
const responses: Record<string, (response: ServerResponse) => void> = {
  '/picture': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('bytes'),
  '/plain': (response) => response.writeHead(200).end('bytes'),
  '/gone': (response) => response.writeHead(404).end('no'),
  '/long': (response) => {
    response.writeHead(200);
    response.write('x'.repeat(60));
    response.end('x'.repeat(60));
  },
  '/announced': (response) => response.writeHead(200, { 'content-length': '120' }).end('x'.repeat(120)),
  '/round': (response) => response.writeHead(302, { location: '/round' }).end(),
  '/on': (response) => response.writeHead(302, { location: '/picture' }).end(),
  '/inside': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};
const server = createServer((request, response) => {
  seen.push(request);
  responses[request.url ?? '']?.(response);
});
const fetchPublic = createPublicFetch();
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await fetchPublic.close();
  server.close();
});

async function fetchTrusted(path: string, maxBytes = 100) {
  const { contentType, content } = await fetchPublic(origin + path, { maxBytes, trustedOrigins: new Set([origin]) });
  const chunks = [];
  for await (const chunk of content) chunks.push(chunk);
  return { contentType, text: Buffer.concat(chunks).toString() };
}

describe('an untrusted URL', () => {
  it.each([
    'http://127.0.0.1:1/a',
    'http://[::1]:1/a',
    'http://[::ffff:127.0.0.1]:1/a',
    'http://10.0.0.1/a',
    'http://169.254.169.254/latest/meta-data',
    'http://0x7f.1/a',
    'http://017700000001/a',
    'http://127.0.0.1./a',
    'http://[64:ff9b::7f00:1]/a',
    'http://[2002:7f00:1::1]/a',
    'http://168.63.129.16/a',
    'http://localhost:1/a',
  ])('such as %s is not fetched', async (address) => {
    await expect(fetchPublic(address, { maxBytes: 100 })).rejects.toThrow(/public internet|link-local/);
  });

  it.each(['file:///etc/passwd', 'ftp://files.example/a', 'data:text/plain,a', 'not a URL'])(
    'must be http or https: %s',
    async (address) => {
      await expect(fetchPublic(address, { maxBytes: 100 })).rejects.toThrow('not an http or https');
    },
  );

  it('must not contain a password', async () => {
    await expect(fetchPublic('https://me:secret@files.example/a', { maxBytes: 100 })).rejects.toThrow('password');
  });

  it('reaches loopback only if it is configured', async () => {
    const before = seen.length;
    await expect(fetchPublic(`${origin}/picture`, { maxBytes: 100 })).rejects.toThrow('public internet');
    expect(seen.length).toBe(before);
    expect(await fetchTrusted('/picture')).toEqual({ contentType: 'image/png', text: 'bytes' });
  });
});

describe('the fetch', () => {
  it('sends no credential and no cookie', async () => {
    await fetchTrusted('/plain');
    expect(Object.keys(seen.at(-1)?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host']);
  });

  it('follows redirects, except into a private network or to another scheme than http(s)', async () => {
    expect((await fetchTrusted('/on')).text).toBe('bytes');
    await expect(fetchTrusted('/inside')).rejects.toThrow('link-local');
    await expect(fetchTrusted('/file')).rejects.toThrow('not an http or https');
    await expect(fetchTrusted('/round')).rejects.toThrow('redirect');
  });

  it('rejects a file that is too large, whether its size is announced or not', async () => {
    await expect(fetchTrusted('/gone')).rejects.toThrow('responded with 404');
    await expect(fetchTrusted('/announced')).rejects.toThrow('larger than');
    await expect(fetchTrusted('/long')).rejects.toThrow('larger than');
    expect((await fetchTrusted('/long', 120)).text).toHaveLength(120);
    expect((await fetchTrusted('/plain')).contentType).toBe('application/octet-stream');
  });
});

it.each([
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['172.16.0.1', false],
  ['100.64.1.1', false],
  ['255.255.255.255', false],
  ['0.0.0.0', false],
  ['168.63.129.16', false],
  ['168.63.129.17', true],
  ['2606:4700::1111', true],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['files.example', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});
