import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readModelDocument } from '@contract/model-schema/openapi-document';
import { silentLogger, type Logger } from '../../../log';
import { configuredModels, failureOfRun } from './testing/configured-models';
import { openSmallServer, sendJson, type ReceivedRequest } from './testing/small-server';

const SECRET = 'sk-live-0123456789abcdef';
const SCHEMA = JSON.stringify({
  type: 'object',
  required: ['prompt'],
  properties: { prompt: { type: 'string' }, size: { type: 'array', items: { type: 'integer', minimum: 1 } } },
});

let server: Awaited<ReturnType<typeof openSmallServer>>;
let reply: (heard: ReceivedRequest, response: ServerResponse) => void;
const logged: unknown[] = [];
const log = Object.fromEntries(
  ['debug', 'info', 'warn', 'error'].map((level) => [level, (...words: unknown[]) => logged.push(words)]),
) as unknown as Logger;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await openSmallServer((heard, response) => reply(heard, response));
});
afterEach(() => Promise.all(opened.splice(0).map((models) => models.close())));
afterAll(() => server.close());

function open(model: object = {}, provider: object = {}) {
  const models = configuredModels(
    {
      providers: [
        {
          name: 'studio',
          baseUrl: `${server.origin}/base/`,
          credential: { env: 'STUDIO_KEY', header: 'X-Key', form: 'Key {}' },
          headers: { 'X-Version': '2' },
          models: [
            { name: 'free', path: '/run?mode=a', ...model },
            { name: 'strict', path: '/run', schema: { file: 'schema.json' } },
          ],
          ...provider,
        },
      ],
    },
    { files: { 'schema.json': SCHEMA }, environment: { STUDIO_KEY: SECRET }, log },
  );
  opened.push(models);
  return models;
}

describe('a call', () => {
  it('R-1.01 R-1.02 R-2.40 R-2.41 is one call to the provider with an unchanged body', async () => {
    reply = (_, response) => sendJson(response, 200, {});
    const before = server.heard.length;
    const body = '{ "z":1.0,"seed" : 18446744073709551615,\n"a":"\\u00e9", "a": 2, "x_new": {} }';
    await open().run('studio/free', body);
    expect(server.heard.length).toBe(before + 1);
    expect(server.heard.at(-1)).toMatchObject({ method: 'POST', url: '/base/run?mode=a', body });
  });

  it('sends the credential and headers of the configuration, and none of the caller', async () => {
    reply = (_, response) => sendJson(response, 200, {});
    await open().run('studio/free', '{}');
    const { host: _, connection: __, ...headers } = server.heard.at(-1)?.headers ?? {};
    expect(headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      'content-length': '2',
      'content-type': 'application/json',
      'user-agent': 'flowdeck',
      'x-key': `Key ${SECRET}`,
      'x-version': '2',
    });
  });

  it('R-1.04 R-2.42 R-2.43 returns any response unchanged', async () => {
    const odd = '{ "n":1.0,"big" :18446744073709551615, "n": [] }\n';
    reply = (_, response) => response.writeHead(200, { 'content-type': 'application/vnd.studio+json' }).end(odd);
    expect(await open().run('studio/free', '{}')).toEqual({
      contentType: 'application/vnd.studio+json',
      upstreamStatus: 200,
      text: odd,
    });
    reply = (_, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound');
    expect(await open().run('studio/free', '{}')).toMatchObject({ contentType: 'audio/mpeg', text: 'sound' });
  });

  it('decompresses a response that was compressed without a request for it', async () => {
    reply = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}'));
    expect((await open().run('studio/free', '{}')).text).toBe('{"a":1}');
  });

  it('R-4.54 is accepted once the provider has received it, and not before', async () => {
    let isAccepted = false;
    reply = (_, response) => sendJson(response, 200, { isAccepted });
    const accepted = async () => void (isAccepted = true);
    expect((await open().run('studio/free', '{}', { accepted })).text).toBe('{"isAccepted":true}');
    isAccepted = false;
    await failureOfRun(open({}, { baseUrl: 'http://127.0.0.1:1' }).run('studio/free', '{}', { accepted }));
    expect(isAccepted).toBe(false);
  });

  it('is aborted at the provider when it is canceled', async () => {
    const abort = new AbortController();
    const finished = new Promise((resolve) => {
      reply = (_, response) => {
        response.on('close', () => resolve('closed'));
        abort.abort();
      };
    });
    await expect(open().run('studio/free', '{}', { signal: abort.signal })).rejects.toThrow(/abort|broke/);
    expect(await finished).toBe('closed');
  });
});

describe('input', () => {
  it('R-2.50 R-2.53 R-2.54 R-7.06 is validated by the schema before anything is sent, with one error per field', async () => {
    const before = server.heard.length;
    const { bucket, options } = await failureOfRun(open().run('studio/strict', '{"size":[4,0,"x"]}'));
    expect(bucket).toBe('invalid_input');
    expect(options.faults).toEqual([
      { loc: ['body', 'prompt'], msg: 'This field is required', type: 'missing' },
      { loc: ['body', 'size', 1], msg: expect.any(String), type: 'minimum', ctx: { minimum: 1 }, input: 0 },
      { loc: ['body', 'size', 2], msg: expect.any(String), type: 'type', ctx: { type: 'integer' }, input: 'x' },
    ]);
    expect(server.heard.length).toBe(before);
  });

  it('R-2.67 of a model without a schema always reaches the provider', async () => {
    reply = (_, response) => sendJson(response, 200, {});
    const models = open();
    await models.run('studio/free', '{"anything":{"at":["all",null]}}');
    expect(server.heard.at(-1)?.body).toBe('{"anything":{"at":["all",null]}}');
    const document = JSON.parse(await models.modelOf('studio/free').document()) as Record<string, unknown>;
    expect(document).toMatchObject({ openapi: '3.0.2', 'x-service-input-schema-authored': false });
    expect(JSON.stringify(document)).toContain('"*/*"');
  });

  it('is validated by a remote schema, and not validated while that is unavailable', async () => {
    let status = 500;
    reply = ({ url }, response) => {
      if (url === '/schema.json') response.writeHead(status).end(SCHEMA);
      else sendJson(response, 200, {});
    };
    const models = open({ schema: { url: `${server.origin}/schema.json` } });
    expect((await models.run('studio/free', '{}')).text).toBe('{}');
    status = 200;
    const { options } = await failureOfRun(models.run('studio/free', '{}'));
    expect(options.faults).toMatchObject([{ loc: ['body', 'prompt'], type: 'missing' }]);
    expect(await models.modelOf('studio/free').document()).toContain('/v2/models/studio/free');
  });
});

describe('a redirected remote schema', () => {
  /** Redirects `/1` to `/0`, `/2` to `/1`, and so on. */
  const leading: typeof reply = ({ url }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.writeHead(200).end(SCHEMA);
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  };
  const documentBehind = (url: string) => open({ schema: { url } }).modelOf('studio/free').document();

  it('is fetched across three redirects, without a credential', async () => {
    reply = leading;
    const before = server.heard.length;
    expect(await documentBehind(`${server.origin}/3`)).toContain('"prompt"');
    const requests = server.heard.slice(before);
    expect(requests.map(({ url }) => url)).toEqual(['/3', '/2', '/1', '/0']);
    expect(JSON.stringify(requests)).not.toContain(SECRET);
    await expect(documentBehind(`${server.origin}/4`)).rejects.toThrow('too many redirects');
  });

  it('is not fetched from a private address that is not configured', async () => {
    const inside = await openSmallServer((_, response) => response.writeHead(200).end(SCHEMA));
    const { port } = new URL(inside.origin);
    const positions = [
      inside.origin,
      `http://localhost:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      'file:///schema',
    ];
    for (const position of positions) {
      reply = ({ url }, response) =>
        url === '/first'
          ? response.writeHead(307, { location: '/second' }).end()
          : response.writeHead(302, { location: `${position}/schema.json` }).end();
      const failed = documentBehind(`${server.origin}/first`);
      await expect(failed).rejects.toThrow(/public internet|could not be reached|not an http or https/);
      await expect(failed).rejects.toMatchObject({ bucket: 'service_unavailable' });
    }
    expect(inside.heard).toEqual([]);
    // The base URL of the provider is configured.
    reply = (_, response) => response.writeHead(200).end(SCHEMA);
    const elsewhere = await openSmallServer((_, response) =>
      response.writeHead(308, { location: `${server.origin}/schema.json` }).end(),
    );
    expect(await documentBehind(`${elsewhere.origin}/schema.json`)).toContain('"prompt"');
    await Promise.all([inside.close(), elsewhere.close()]);
  });
});

describe('a rejection by the provider', () => {
  it('R-2.56 R-2.58 R-2.60 R-2.61 R-2.68 of fields is forwarded unchanged', async () => {
    const detail = [
      { loc: ['body', 'a', 0], msg: 'odd', type: 'weird_kind.v2', ctx: { ge: 1, x: [2] }, input: 0 },
      { loc: ['body', 'b'], msg: 'none', type: 'x', input: null, url: 'https://errors.example/x' },
      { loc: ['body', 'c'], msg: 'bare', type: 'y' },
    ];
    reply = (_, response) => sendJson(response, 422, { detail });
    const { bucket, options } = await failureOfRun(open().run('studio/free', '{}'));
    expect(bucket).toBe('invalid_input');
    expect(options.faults).toEqual(detail);
  });

  it('R-2.46 of fields never forwards a credential, at any position', async () => {
    const encoded = Buffer.from(SECRET).toString('base64');
    const detail = [
      {
        loc: ['header', SECRET],
        msg: `Bad Authorization: Bearer abc.xyz-${SECRET}`,
        type: 'value_error',
        ctx: { headers: { authorization: `Basic ${encoded}`, tries: 3 } },
        input: ['token=abc123', { key: SECRET }, 7],
      },
    ];
    for (const status of [422, 400]) {
      reply = (_, response) => sendJson(response, status, { detail });
      const { options } = await failureOfRun(open().run('studio/free', '{}'));
      const text = JSON.stringify(options.faults);
      for (const secret of [SECRET, encoded, 'abc.xyz', 'abc123']) expect(text).not.toContain(secret);
      expect(options.faults).toMatchObject([{ loc: ['header', '[hidden]'], ctx: { headers: { tries: 3 } } }]);
    }
  });

  it.each([
    [400, 'invalid_input', 400],
    [401, 'provider_error', undefined],
    [402, 'insufficient_credits', undefined],
    [403, 'provider_error', undefined],
    [404, 'provider_error', undefined],
    [413, 'invalid_input', 413],
    [422, 'invalid_input', 400],
    [429, 'rate_limited', undefined],
    [500, 'provider_error', undefined],
    [503, 'service_unavailable', undefined],
    [504, 'provider_timeout', undefined],
  ])('R-7.12 R-7.37 with %i is %s', async (given, bucket, status) => {
    reply = (_, response) => {
      response.setHeader('retry-after', '7');
      sendJson(response, given, { error: { message: 'Said so.' } });
    };
    const failure = await failureOfRun(open().run('studio/free', '{}'));
    expect(failure.bucket).toBe(bucket);
    expect(failure.options).toMatchObject({ upstreamStatus: given, upstreamDetail: 'Said so.', retryAfterSeconds: 7 });
    expect(failure.options.status).toBe(status);
  });

  it('R-7.09 is a policy refusal if the configuration defines how to recognize one', async () => {
    const rule = { status: [451], at: 'errors.0.code', is: ['nsfw'] };
    reply = (_, response) => sendJson(response, 451, { errors: [{ code: 'nsfw' }] });
    expect((await failureOfRun(open({}, { policyRejection: rule }).run('studio/free', '{}'))).bucket).toBe(
      'content_policy_violation',
    );
    reply = (_, response) => sendJson(response, 451, { errors: [{ code: 'other' }] });
    expect((await failureOfRun(open({}, { policyRejection: rule }).run('studio/free', '{}'))).bucket).toBe(
      'provider_error',
    );
  });

  it('R-2.46 contains neither keys nor a stack', async () => {
    const said = `Bad key ${SECRET} for token=abc123 and Bearer xyz\n    at run (/srv/app.js:10:3)`;
    reply = (_, response) => sendJson(response, 401, { error: { message: said } });
    const { detail, options } = await failureOfRun(open().run('studio/free', '{}'));
    expect(options.upstreamDetail).toBe('Bad key [hidden] for [hidden] and [hidden]');
    expect(detail).toBe('studio rejected the key of this gateway');
  });

  it('with a redirect is not followed, so that the credential is not leaked', async () => {
    reply = (_, response) => response.writeHead(307, { location: `${server.origin}/elsewhere` }).end();
    const before = server.heard.length;
    expect(await failureOfRun(open().run('studio/free', '{}'))).toMatchObject({
      bucket: 'provider_error',
      options: { upstreamStatus: 307 },
    });
    expect(server.heard.length).toBe(before + 1);
  });
});

describe('a provider', () => {
  it('R-7.14 that does not respond in time leads to provider_timeout', async () => {
    reply = () => {};
    const failure = await failureOfRun(open({ timeoutSeconds: 1 }).run('studio/free', '{}'));
    expect(failure).toMatchObject({ bucket: 'provider_timeout', detail: 'studio did not respond within 1 s' });
  });

  it('that stops in the middle of its response truncates the response', async () => {
    reply = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"half":', () => response.destroy());
    };
    await expect(open().run('studio/free', '{}')).rejects.toThrow(/terminated|closed|aborted/);
  });

  it('at a link-local address is never called, and neither is such an upload target', async () => {
    const address = 'http://169.254.169.254/v1';
    const models = open(
      {},
      { baseUrl: address, upload: { put: `${address}/{name}`, url: 'https://cdn.example/{name}' } },
    );
    const reason = /^studio was not called: The URL leads to a link-local address/;
    expect((await failureOfRun(models.run('studio/free', '{}'))).detail).toMatch(reason);
    const file = { name: 'a.txt', contentType: 'text/plain', sizeBytes: 1, read: () => new Blob(['a']).stream() };
    const sent = models.modelOf('studio/free').upload?.()?.send(file, new AbortController().signal);
    await expect(sent).rejects.toMatchObject({ detail: expect.stringMatching(reason) as string });
  });

  it('that is unreachable is reported with its host', async () => {
    const models = open({}, { baseUrl: 'http://127.0.0.1:1/v1?key=in-address' });
    const failure = await failureOfRun(models.run('studio/free', '{}'));
    expect(failure).toMatchObject({
      bucket: 'provider_error',
      detail: 'studio does not respond at 127.0.0.1:1 (ECONNREFUSED). Is it running?',
    });
  });
});

it('the secret is in no error and no log', async () => {
  reply = (_, response) => sendJson(response, 500, { error: SECRET, detail: `Key ${SECRET}` });
  const failures = [
    await failureOfRun(open().run('studio/free', '{}')),
    await failureOfRun(open({}, { baseUrl: 'http://127.0.0.1:1' }).run('studio/free', '{}')),
  ];
  for (const { message, stack, options } of failures) {
    expect(JSON.stringify({ message, stack, options })).not.toContain(SECRET);
  }
  expect(JSON.stringify(logged)).not.toContain(SECRET);
});

describe('the document of a whole service', () => {
  const operation = { requestBody: { content: { 'application/json': { schema: { required: ['a'] } } } } };
  const service = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Service' },
    paths: { '/first': { post: operation }, '/second': { post: operation } },
  });
  const configWith = (path: string) => ({
    providers: [
      {
        name: 'p',
        baseUrl: 'http://127.0.0.1:9',
        models: [
          { name: 'm', path, schema: { file: 'service.json' } },
          { name: 'first', path: '/first', schema: { file: 'service.json' } },
        ],
      },
    ],
  });

  it('does not give a model the form of another operation, and reports this at startup', async () => {
    const warned: unknown[] = [];
    const log = { ...silentLogger, warn: (details: unknown) => void warned.push(details) };
    const models = configuredModels(configWith('/third'), { files: { 'service.json': service }, log });
    expect(models.modelOf('p/m').inputSchemaAuthored).toBe(false);
    expect(models.modelOf('p/first').inputSchemaAuthored).toBe(true);
    expect(readModelDocument(await models.modelOf('p/m').document()).inputAuthored).toBe(false);
    expect(warned).toEqual([{ model: 'p/m', document: 'service.json', operation: 'POST /third' }]);
    await models.close();
  });
});
