import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readResponseHeaders } from '../../router/headers';
import { HOSTS } from '../harness/harness';
import { startedRun, ECHO, rejectionOf, run, runFor, withKey } from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

describe.each(HOSTS)('calls across a restart $name', ({ open, canRestart }) => {
  let surface: Surface;
  beforeEach(({ skip }) => {
    skip(!canRestart, 'restarts of the surface are not in our hands');
  });
  afterEach(() => surface?.close());

  test('R-4.24 R-2.83 a delivered response is replayed byte for byte', async () => {
    surface = await open();
    const inline = { bytes: 300_000 };
    const first = new Uint8Array(await (await run(surface, 'scripted/bytes', inline, withKey('kept'))).arrayBuffer());
    await (await run(surface, ECHO, { fault: 'field_faults' }, withKey('refused'))).text();
    await (await run(surface, 'scripted/picture-link', {}, withKey('linked'))).text();
    await surface.restart();
    const again = await run(surface, 'scripted/bytes', inline, withKey('kept'));
    expect(readResponseHeaders(again.headers).isReplayed).toBe(true);
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(first);
    const rejected = await rejectionOf(await run(surface, ECHO, { fault: 'field_faults' }, withKey('refused')));
    expect(rejected).toMatchObject({ status: 422, isReplayed: true });
    expect((await run(surface, 'scripted/picture-link', {}, withKey('linked'))).status).toBe(409);
    expect((await run(surface, ECHO, { other: 1 }, withKey('refused'))).status).toBe(409);
  });

  test('R-4.43 R-4.49 an interrupted call never runs twice under its idempotency key', async () => {
    surface = await open();
    const cut = await startedRun(surface, ECHO, { ms: 60_000 }, withKey('cut off'));
    await surface.restart();
    await cut.end;
    const rejection = await rejectionOf(await run(surface, ECHO, { ms: 60_000 }, withKey('cut off')));
    expect(rejection).toMatchObject({ status: 409, errorType: 'invalid_input' });
    expect(rejection.detail).toMatch(/stopped while/);
  });

  test('R-4.20 an interrupted call that no provider had accepted runs under the same key', async () => {
    surface = await open();
    const body = { accept_ms: 4000 };
    const cut = await startedRun(surface, ECHO, body, withKey('not taken'));
    await surface.restart();
    await cut.end;
    const response = await runFor(surface, 4500, ECHO, body, withKey('not taken'));
    expect(response.status).toBe(200);
    expect(readResponseHeaders(response.headers).isReplayed).toBe(false);
    expect(await response.json()).toEqual(body);
  });

  test('R-4.79 committed spend is released, and the rate window is not', async () => {
    surface = await open({ modelSpendCents: 200, modelCalls: 2, modelRate: { calls: 4, windowMs: 60_000 } });
    const cut = [
      await startedRun(surface, 'scripted/costly', { ms: 60_000 }),
      await startedRun(surface, 'scripted/costly', { ms: 60_000 }),
    ];
    expect((await run(surface, ECHO)).status).toBe(429);
    await surface.restart();
    await Promise.all(cut.map(({ end }) => end));
    for (let n = 0; n < 2; n += 1) {
      const response = await run(surface, 'scripted/costly');
      expect(response.status).toBe(200);
      await response.text();
      await surface.pass(50);
    }
    expect(await rejectionOf(await run(surface, ECHO))).toMatchObject({ status: 429, errorType: 'rate_limited' });
  });
});

const KILLABLE = HOSTS.filter(({ isVirtual, canRestart }) => canRestart && !isVirtual);

test.each(KILLABLE)(
  'R-4.20 R-4.24 $name kills at any time lose no completely delivered response, and run no call twice',
  async ({ open }) => {
    const surface = await open({ modelRate: { calls: 100_000, windowMs: 60_000 }, modelCalls: 100 });
    const delivered = new Map<number, string>();
    let last = 0;
    for (const responses of [1, 4, 10]) {
      let onResponse = () => {};
      const enough = new Promise<void>((resolve) => {
        const goal = delivered.size + responses;
        onResponse = () => delivered.size >= goal && resolve();
      });
      const sent = Array.from({ length: 20 }, async () => {
        const n = (last += 1);
        const text = await run(surface, ECHO, { n, ms: n % 3 }, withKey(`load ${n}`))
          .then((response) => (response.status === 200 ? response.text() : null))
          .catch(() => null);
        if (text !== null) delivered.set(n, text);
        onResponse();
      });
      await Promise.race([enough, Promise.all(sent)]);
      await surface.restart();
      await Promise.all(sent);
    }
    expect(delivered.size).toBeGreaterThan(10);
    const again = (n: number) => run(surface, ECHO, { n, ms: n % 3 }, withKey(`load ${n}`));
    for (const [n, text] of delivered) {
      const response = await again(n);
      expect(readResponseHeaders(response.headers).isReplayed).toBe(true);
      expect(await response.text()).toBe(text);
    }
    // The outcome of the others is unknown: finished, interrupted, or never started.
    for (let n = 1; n <= last; n += 1) {
      const { status } = await again(n);
      expect(delivered.has(n) ? [200] : [200, 409]).toContain(status);
    }
    await surface.close();
  },
  60_000,
);
