import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { configuredModels } from '../testing/configured-models';
import { openSmallServer, sendJson, type ReceivedRequest } from '../testing/small-server';

const SECRET = 'sk-live-0123456789abcdef';
const SIGNAL = new AbortController().signal;
const FILE = {
  name: '../a "cat".png',
  contentType: 'image/png',
  sizeBytes: 3,
  read: () => new Blob(['abc']).stream() as ReadableStream<Uint8Array>,
};

let server: Awaited<ReturnType<typeof openSmallServer>>;
let other: Awaited<ReturnType<typeof openSmallServer>>;
let reply: (heard: ReceivedRequest, response: ServerResponse) => void;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await openSmallServer((heard, response) => reply(heard, response));
  other = await openSmallServer((heard, response) => reply(heard, response));
});
afterEach(() => Promise.all(opened.splice(0).map((models) => models.close())));
afterAll(() => Promise.all([server.close(), other.close()]));

function modelWith(provider: object, document?: object) {
  const models = configuredModels(
    {
      providers: [
        {
          name: 'studio',
          baseUrl: `${server.origin}/v1`,
          credential: { env: 'STUDIO_KEY' },
          models: [{ name: 'm', path: '/run', ...(document ? { schema: { file: 'service.json' } } : {}) }],
          ...provider,
        },
      ],
    },
    {
      files: document ? { 'service.json': JSON.stringify(document) } : {},
      environment: { STUDIO_KEY: SECRET, UPLOAD_KEY: 'upload-secret', ODD: 'two words' },
    },
  );
  opened.push(models);
  return models.modelOf('studio/m');
}

const uploadWith = (provider: object, document?: object) => modelWith(provider, document).upload?.() ?? null;

describe('a configured upload target', () => {
  it('gets the file as the body of a POST, and returns its URL', async () => {
    reply = (_, response) => sendJson(response, 200, { data: { link: 'https://cdn.example/1.png' } });
    const upload = uploadWith({ upload: { post: '/files', at: 'data.link' } });
    expect(upload?.host).toBe(new URL(server.origin).host);
    expect(await upload?.send(FILE, SIGNAL)).toBe('https://cdn.example/1.png');
    expect(server.heard.at(-1)).toMatchObject({
      method: 'POST',
      url: '/v1/files',
      body: 'abc',
      headers: { 'content-type': 'image/png', 'content-length': '3', authorization: `Bearer ${SECRET}` },
    });
  });

  it('gets it as a part of a form, and never the credential of the provider on another host', async () => {
    reply = (_, response) => sendJson(response, 201, { url: 'https://cdn.example/2.png' });
    const upload = uploadWith({ upload: { post: `${other.origin}/up`, field: 'upload' } });
    expect(await upload?.send(FILE, SIGNAL)).toBe('https://cdn.example/2.png');
    const { body, headers } = other.heard.at(-1) ?? { body: '', headers: {} };
    expect(headers.authorization).toBeUndefined();
    expect(headers['content-length']).toBe(String(body.length));
    const form = await new Response(body, { headers: { 'content-type': String(headers['content-type']) } }).formData();
    const part = form.get('upload') as File;
    expect([part.name, part.type, await part.text()]).toEqual(['a_cat_.png', 'image/png', 'abc']);
  });

  it('gets it by PUT at a URL with its name, with a separate credential', async () => {
    reply = (_, response) => response.writeHead(204).end();
    const put = `${other.origin}/bucket/{name}`;
    const credential = { env: 'UPLOAD_KEY', form: '{}' };
    const upload = uploadWith({ upload: { put, url: 'https://cdn.example/{name}', credential } });
    const url = await upload?.send(FILE, SIGNAL);
    expect(url).toMatch(/^https:\/\/cdn\.example\/[0-9a-f-]{36}-a_cat_\.png$/);
    expect(other.heard.at(-1)).toMatchObject({
      method: 'PUT',
      body: 'abc',
      headers: { authorization: 'upload-secret' },
    });
    expect(other.heard.at(-1)?.url).toBe(new URL(String(url)).pathname.replace('/', '/bucket/'));
  });

  it('reports the error of the target, and a response without URL', async () => {
    reply = (_, response) => sendJson(response, 507, { error: { message: 'The disk is full' } });
    const upload = uploadWith({ upload: { post: '/files' } });
    await expect(upload?.send(FILE, SIGNAL)).rejects.toMatchObject({ options: { upstreamStatus: 507 } });
    for (const answer of [{ id: 1 }, { url: 'javascript:alert(1)' }]) {
      reply = (_, response) => sendJson(response, 200, answer);
      await expect(upload?.send(FILE, SIGNAL)).rejects.toThrow(/has no URL at url$/);
    }
  });

  it('must be configured correctly', () => {
    for (const upload of [
      { put: 'https://a.example/x', url: 'https://a.example/{name}' },
      { post: 'ftp://x/{name}' },
      {},
    ])
      expect(() => uploadWith({ upload })).toThrow(/providers\[0\]\.upload/);
    expect(() => uploadWith({ upload: { post: `${other.origin}/f`, credential: { env: 'ODD' } } })).toThrow(
      /providers\[0\]\.upload\.credential\.env: the variable ODD holds what no header can carry/,
    );
  });
});

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };

function service(parts: object, response: object, more: object = {}) {
  const body = { content: { 'multipart/form-data': { schema: { type: 'object', ...parts } } } };
  return {
    openapi: '3.1.0',
    servers: [{ url: '/v1' }],
    paths: {
      '/run': { post: { requestBody: json({ type: 'object' }) } },
      '/uploads': { post: { requestBody: body, responses: { 201: json({ $ref: '#/components/schemas/Stored' }) } } },
    },
    components: { schemas: { Stored: { type: 'object', properties: response } } },
    ...more,
  };
}

describe('an upload operation of a document', () => {
  const file = { properties: { purpose: text, content: { type: 'string', format: 'binary' } }, required: ['content'] };

  it('is used as documented, below the base path of the service', async () => {
    const urls = { type: 'object', properties: { get: { type: 'string', format: 'uri' } } };
    reply = (_, response) => sendJson(response, 201, { id: 'f', urls: { get: 'https://files.example/f' } });
    const upload = uploadWith({}, service(file, { id: text, urls }));
    expect(await upload?.send(FILE, SIGNAL)).toBe('https://files.example/f');
    expect(server.heard.at(-1)).toMatchObject({ url: '/v1/uploads', headers: { authorization: `Bearer ${SECRET}` } });
    expect(server.heard.at(-1)?.body).toContain('name="content"');
  });

  it('is overridden by the configured target', () => {
    const upload = { post: 'https://files.example/up' };
    expect(uploadWith({ upload }, service(file, { url: text }))?.host).toBe('files.example');
  });

  it.each([
    ['returns no URL', service(file, { id: text })],
    ['needs more than the file', service({ ...file, required: ['content', 'purpose'] }, { url: text })],
    ['is about something else', service({ properties: { name: text } }, { url: text })],
  ])('is not one if it %s', (_, document) => {
    expect(uploadWith({}, document)).toBeNull();
  });
});

it('a provider on loopback is local, one elsewhere is not', () => {
  expect(modelWith({}).isLocal).toBe(true);
  expect(modelWith({ baseUrl: 'https://api.example/v1' }).isLocal).toBe(false);
});
