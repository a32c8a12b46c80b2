import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readResponseHeaders } from '../router/headers';
import { HOSTS } from './harness';
import { ECHO, notedAfter, notedCalls, rejectionOf, run, runFor } from './router-on-surface';
import type { Surface } from './surface';

/** JSON as no printer writes it. */
const ODD = '{ "z":1,"a" : 18446744073709551615,\n"x_new":{"deep":[1.0,-0,1e2]},"z":2, "ü":"\\u00fc/\\/" }\n';

describe.each(HOSTS)('runs $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ maxModelBodyBytes: 1024 ** 2 });
  });
  afterAll(() => surface.close());

  test('R-1.01 R-4.17 R-4.18 a run calls the one model that it names, once', async () => {
    const before = notedCalls(surface).length;
    await (await run(surface, 'scripted/text')).text();
    await (await run(surface, ECHO)).text();
    const calls = await notedAfter(surface, before + 2);
    expect(calls.slice(before).map(({ model }) => model)).toEqual(['scripted/text', ECHO]);
  });

  test('R-1.02 R-1.04 R-1.05 R-2.40 R-2.41 R-2.42 what is sent and what is made pass byte for byte', async () => {
    const response = await run(surface, ECHO, ODD);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(ODD);
  });

  test('R-1.05 R-2.43 an output that its schema does not describe passes, keys that look like ours too', async () => {
    const body = '{"data":[],"error":null,"status":"failed","detail":"x","error_type":"forbidden"}';
    expect(await (await run(surface, 'scripted/free-form', body)).text()).toBe(body);
  });

  test('R-1.07 R-3.01 the answer to the call is its result, however long the model takes', async () => {
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
  ] as const)('R-1.04 %s %j comes as %s of %i bytes', async (model, body, contentType, size) => {
    const response = await run(surface, model, body);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect((await response.arrayBuffer()).byteLength).toBe(size);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('R-7.13 what is announced as JSON is held to it, however long it is', async () => {
    const response = await run(surface, 'scripted/bytes', { bytes: 9_000_000, content_type: 'application/json' });
    expect(response.status).toBe(502);
    expect(response.headers.get('x-service-error-type')).toBe('provider_error');
  });

  test('R-2.73 no header changes what is made', async () => {
    const headers = { 'x-host-assets': 'true', prefer: 'respond-async', 'x-copy': '1' };
    const plain = await (await run(surface, 'scripted/picture-link')).text();
    expect(await (await run(surface, 'scripted/picture-link', {}, headers)).text()).toBe(plain);
  });

  test('R-4.25 R-4.39 a result names the committed spend, and is no replay', async () => {
    const facts = readResponseHeaders((await run(surface, 'scripted/picture-inline')).headers);
    expect(facts.spend).toEqual({ limit: 10_000, current: 0, remaining: 10_000 });
    expect(facts.isReplayed).toBe(false);
    expect(facts.creditsUsed).toBe('21.1');
  });

  describe('bodies', () => {
    test.each(['', '{', '{"a":1}x', "{'a':1}", '\u0000', '\ufeff{}', 'undefined', '{"a":NaN}'])(
      'R-4.22 R-4.26 R-7.04 %j is no JSON: 400, and the model is not called',
      async (body) => {
        const before = notedCalls(surface).length;
        const refusal = await rejectionOf(await run(surface, ECHO, body));
        expect(refusal).toMatchObject({ status: 400, errorType: 'invalid_input' });
        await surface.pass(50);
        expect(notedCalls(surface)).toHaveLength(before);
      },
    );

    test.each(['[1]', 'null', '7', '"text"', 'true', '[]'])('R-4.22 %s is JSON and no object: 422', async (body) => {
      const refusal = await rejectionOf(await run(surface, ECHO, body));
      expect(refusal).toMatchObject({
        status: 422,
        errorType: 'invalid_input',
        faults: [{ loc: ['body'], type: 'dict_type' }],
      });
    });

    test('R-7.04 bytes that are no UTF-8 are no JSON', async () => {
      const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
      expect((await run(surface, ECHO, {}, {}, { body })).status).toBe(400);
    });

    test('JSON that is nested 100,000 deep is answered', async () => {
      const body = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      expect(await (await run(surface, 'scripted/free-form', body)).text()).toBe(body);
    });

    test('R-4.32 R-7.39 R-8.13 a body of the largest size passes, and one byte more is a 413', async () => {
      const most = 1024 ** 2;
      const bodyOf = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;
      expect(bodyOf(most)).toHaveLength(most);
      expect((await run(surface, 'scripted/free-form', bodyOf(most))).status).toBe(200);
      const refusal = await rejectionOf(await run(surface, 'scripted/free-form', bodyOf(most + 1)));
      expect(refusal).toMatchObject({ status: 413, errorType: 'invalid_input' });
      expect(refusal.detail).toContain(String(most));
    });
  });

  describe('input that is refused', () => {
    const refused = async (body: object, model = ECHO) => rejectionOf(await run(surface, model, body));

    test('R-2.49 R-2.50 R-2.51 R-2.52 R-2.53 R-2.54 R-2.55 R-4.33 R-7.06 every field that is wrong is named', async () => {
      const refusal = await refused({ prompt: 7, size: { width: 0 }, tags: ['a', 5] });
      expect(refusal).toMatchObject({ status: 422, errorType: 'invalid_input' });
      expect(refusal.faults.map(({ loc }) => loc)).toEqual([
        ['body', 'prompt'],
        ['body', 'tags', 1],
        ['body', 'size', 'width'],
      ]);
      for (const { msg, type } of refusal.faults) expect([typeof msg, typeof type]).toEqual(['string', 'string']);
    });

    test('R-2.56 R-2.58 R-2.60 type, bound and rejected value pass as the provider gave them', async () => {
      const { faults } = await refused({ fault: 'odd_faults' });
      expect(faults[0]).toEqual({
        loc: ['body', 'size', 'width'],
        msg: 'Zero is too little',
        type: 'weird_kind.v2',
        ctx: { ge: 1, x: [2] },
        input: 0,
      });
      expect(faults.slice(0, 4).map(({ input }) => input)).toEqual([0, false, null, { a: [1] }]);
    });

    test('R-2.59 R-2.61 where there is no bound and no echo there is no field for them', async () => {
      const { faults } = await refused({ fault: 'odd_faults' });
      expect(Object.keys(faults[4] ?? {})).toEqual(['loc', 'msg', 'type']);
      expect(Object.hasOwn(faults[2] ?? {}, 'input')).toBe(true);
    });

    test('R-7.06 what the schema refuses does not reach the provider', async () => {
      if (!surface.models) return;
      const before = surface.models.received.length;
      await refused({ prompt: 7 });
      expect(surface.models.received).toHaveLength(before);
    });
  });
});
