import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readResponseHeaders } from '../../router/headers';
import { HOSTS } from '../harness/harness';
import { ECHO, callsAfter, recordedCalls, rejectionOf, run, runFor } from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

/** JSON in a format that no serializer produces. */
const ODD = '{ "z":1,"a" : 18446744073709551615,\n"x_new":{"deep":[1.0,-0,1e2]},"z":2, "ü":"\\u00fc/\\/" }\n';

describe.each(HOSTS)('runs $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ maxModelBodyBytes: 1024 ** 2 });
  });
  afterAll(() => surface.close());

  test('R-1.01 R-4.17 R-4.18 call only the named model, once', async () => {
    const before = recordedCalls(surface).length;
    await (await run(surface, 'scripted/text')).text();
    await (await run(surface, ECHO)).text();
    const calls = await callsAfter(surface, before + 2);
    expect(calls.slice(before).map(({ model }) => model)).toEqual(['scripted/text', ECHO]);
  });

  test('R-1.02 R-1.04 R-1.05 R-2.40 R-2.41 R-2.42 pass input and output byte for byte', async () => {
    const response = await run(surface, ECHO, ODD);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(ODD);
  });

  test('R-1.05 R-2.43 pass an output that its schema does not describe, including keys that look like ours', async () => {
    const body = '{"data":[],"error":null,"status":"failed","detail":"x","error_type":"forbidden"}';
    expect(await (await run(surface, 'scripted/free-form', body)).text()).toBe(body);
  });

  test('R-1.07 R-3.01 respond with the result, however long the model takes', async () => {
    const response = await runFor(surface, 1500, ECHO, { ms: 1200 });
    expect(response.status).toBe(200);
    expect(response.headers.has('location')).toBe(false);
    expect(await response.json()).toEqual({ ms: 1200 });
  });

  test.each([
    ['scripted/sound', {}, 'audio/wav', 844],
    ['scripted/text', {}, 'text/plain; charset=utf-8', 17],
    ['scripted/bytes', { bytes: 3_000_000, content_type: 'video/mp4' }, 'video/mp4', 3_000_000],
    ['scripted/bytes', { bytes: 0 }, 'application/octet-stream', 0],
  ] as const)('R-1.04 pass %s %j as %s of %i bytes', async (model, body, contentType, size) => {
    const response = await run(surface, model, body);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect((await response.arrayBuffer()).byteLength).toBe(size);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('R-7.13 validate a response with a JSON media type, however long it is', async () => {
    const response = await run(surface, 'scripted/bytes', { bytes: 9_000_000, content_type: 'application/json' });
    expect(response.status).toBe(502);
    expect(response.headers.get('x-service-error-type')).toBe('provider_error');
  });

  test('R-2.73 produce the same output whatever the headers', async () => {
    const headers = { 'x-host-assets': 'true', prefer: 'respond-async', 'x-copy': '1' };
    const plain = await (await run(surface, 'scripted/picture-link')).text();
    expect(await (await run(surface, 'scripted/picture-link', {}, headers)).text()).toBe(plain);
  });

  test('R-4.25 R-4.39 return the committed spend, and are not replays', async () => {
    const details = readResponseHeaders((await run(surface, 'scripted/picture-inline')).headers);
    expect(details.spend).toEqual({ limit: 10_000, current: 0, remaining: 10_000 });
    expect(details.isReplayed).toBe(false);
    expect(details.creditsUsed).toBe('21.1');
  });

  describe('bodies', () => {
    test.each(['', '{', '{"a":1}x', "{'a':1}", '\u0000', '\ufeff{}', 'undefined', '{"a":NaN}'])(
      'R-4.22 R-4.26 R-7.04 %j is not JSON: 400, and the model is not called',
      async (body) => {
        const before = recordedCalls(surface).length;
        const rejection = await rejectionOf(await run(surface, ECHO, body));
        expect(rejection).toMatchObject({ status: 400, errorType: 'invalid_input' });
        await surface.pass(50);
        expect(recordedCalls(surface)).toHaveLength(before);
      },
    );

    test.each(['[1]', 'null', '7', '"text"', 'true', '[]'])(
      'R-4.22 R-4.26 R-7.04 %s is JSON but not an object: 400',
      async (body) => {
        const rejection = await rejectionOf(await run(surface, ECHO, body));
        expect(rejection).toMatchObject({ status: 400, errorType: 'invalid_input', faults: [] });
        expect(rejection.detail).toContain('JSON object');
      },
    );

    test('R-7.04 bytes that are not UTF-8 are not JSON', async () => {
      const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      expect((await run(surface, ECHO, {}, {}, { body })).status).toBe(400);
    });

    test('JSON with 100,000 levels gets a response', async () => {
      const body = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(await (await run(surface, 'scripted/free-form', body)).text()).toBe(body);
    });

    test('R-4.32 R-7.39 R-8.13 a body of the maximum size passes, and one more byte is a 413', async () => {
      const most = 1024 ** 2;
      const bodyOf = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
      expect(bodyOf(most)).toHaveLength(most);
      expect((await run(surface, 'scripted/free-form', bodyOf(most))).status).toBe(200);
      const rejection = await rejectionOf(await run(surface, 'scripted/free-form', bodyOf(most + 1)));
      expect(rejection).toMatchObject({ status: 413, errorType: 'invalid_input' });
      expect(rejection.detail).toContain(String(most));
    });
  });

  describe('rejected input', () => {
    const rejected = async (body: object, model = ECHO) => rejectionOf(await run(surface, model, body));

    test('R-2.49 R-2.50 R-2.51 R-2.52 R-2.53 R-2.54 R-2.55 R-4.33 R-7.06 lists every invalid field', async () => {
      const rejection = await rejected({ prompt: 7, size: { width: 0 }, tags: ['a', 5] });
      expect(rejection).toMatchObject({ status: 422, errorType: 'invalid_input' });
      expect(rejection.faults.map(({ loc }) => loc)).toEqual([
        ['body', 'prompt'],
        ['body', 'tags', 1],
        ['body', 'size', 'width'],
      ]);
      for (const { msg, type } of rejection.faults) expect([typeof msg, typeof type]).toEqual(['string', 'string']);
    });

    test('R-2.56 R-2.58 R-2.60 forwards type, bound and rejected value of the provider', async () => {
      const { faults: errors } = await rejected({ fault: 'odd_faults' });
      expect(errors[0]).toEqual({
        loc: ['body', 'size', 'width'],
        msg: 'Zero is too little',
        type: 'weird_kind.v2',
        ctx: { ge: 1, x: [2] },
        input: 0,
      });
      expect(errors.slice(0, 4).map(({ input }) => input)).toEqual([0, false, null, { a: [1] }]);
    });

    test('R-2.59 R-2.61 omits bound and rejected value if there are none', async () => {
      const { faults: errors } = await rejected({ fault: 'odd_faults' });
      expect(Object.keys(errors[4] ?? {})).toEqual(['loc', 'msg', 'type']);
      expect(Object.hasOwn(errors[2] ?? {}, 'input')).toBe(true);
    });

    test('R-7.06 does not reach the provider if the schema rejects it', async () => {
      if (!surface.models) return;
      const before = surface.models.received.length;
      await rejected({ prompt: 7 });
      expect(surface.models.received).toHaveLength(before);
    });
  });
});
