import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readResponseHeaders } from '../router/headers';
import { retryAdvice } from '../router/retry';
import { HOSTS } from './harness';
import { ECHO, hangingRun, rejectionOf, run, until } from './router-on-surface';
import type { Surface } from './surface';

const COSTLY = 'scripted/costly';

describe.each(HOSTS)('calls at once $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ modelCalls: 2 });
  });
  afterAll(() => surface.close());

  const short = () => run(surface, ECHO);

  test('R-4.35 R-4.58 R-7.20 R-8.11 so many may be in flight, and one more when one of them ends', async () => {
    const held = [hangingRun(surface, ECHO), hangingRun(surface, ECHO)];
    const refusal = await rejectionOf(await until(surface, short, ({ status }) => status === 429));
    expect(refusal).toMatchObject({ status: 429, errorType: 'concurrency_limit_exceeded', spend: null });
    expect(refusal.concurrency).toEqual({ limit: 2, current: 2, remaining: 0 });
    expect(refusal.detail).toMatch(/2 calls are in flight/);
    expect(retryAdvice(refusal, 0)).toMatchObject({ action: 'wait', key: 'same', pause: 'own-call' });
    await held[0]?.hangUp();
    expect((await until(surface, short, ({ status }) => status === 200)).status).toBe(200);
    await held[1]?.hangUp();
  });

  test('R-8.11 of ten at once no more than two are at the provider', async () => {
    await until(surface, short, ({ status }) => status === 200);
    const ten = Array.from({ length: 10 }, () => hangingRun(surface, ECHO));
    let refused = 0;
    for (const { end } of ten) void end.then((how) => (refused += how === 'answered' ? 1 : 0));
    await until(
      surface,
      async () => refused,
      (count) => count >= 8,
    );
    expect(refused).toBe(8);
    for (const { hangUp, end } of ten) if ((await Promise.race([end, 'waits'])) === 'waits') await hangUp();
  });
});

describe.each(HOSTS)('committed spend $name', ({ open }) => {
  let surface: Surface;
  afterEach(() => surface.close());

  const spendOf = async () => {
    const response = await run(surface, ECHO);
    await response.text();
    return readResponseHeaders(response.headers).spend;
  };
  const spendAt = (cents: number) => until(surface, spendOf, (spend) => spend?.current === cents);

  test('R-4.36 R-4.58 R-4.60 R-4.78 R-4.80 R-7.21 R-8.10 calls in flight never hold more than the ceiling', async () => {
    surface = await open({ modelSpendCents: 200 });
    const held = [hangingRun(surface, COSTLY), hangingRun(surface, COSTLY)];
    // What costs nothing needs no room.
    expect(await spendAt(200)).toEqual({ limit: 200, current: 200, remaining: 0 });
    const refusal = await rejectionOf(await run(surface, COSTLY));
    expect(refusal).toMatchObject({ status: 429, errorType: 'concurrency_limit_exceeded' });
    expect(refusal.spend).toEqual({ limit: 200, current: 200, remaining: 0 });
    expect(refusal.detail).toMatch(/committed spend/);
    for (const each of held) await each.hangUp();
    expect(await spendAt(0)).toEqual({ limit: 200, current: 0, remaining: 200 });
    expect((await run(surface, COSTLY)).status).toBe(200);
  });

  test('R-4.25 R-4.79 it is held from the admission of a call to its end, however it ends', async () => {
    surface = await open({ modelSpendCents: 1000 });
    const held = [hangingRun(surface, COSTLY), hangingRun(surface, COSTLY)];
    expect(await spendAt(200)).toMatchObject({ remaining: 800 });
    await held[0]?.hangUp();
    expect(await spendAt(100)).toMatchObject({ current: 100 });
    expect((await run(surface, COSTLY, { fault: 'provider_error' })).status).toBe(502);
    await (await run(surface, COSTLY)).text();
    expect(await spendAt(100)).toMatchObject({ current: 100 });
    await held[1]?.hangUp();
    expect(await spendAt(0)).toMatchObject({ current: 0, remaining: 1000 });
  });

  test('R-8.10 a ceiling of nothing lets nothing in that costs', async () => {
    surface = await open({ modelSpendCents: 0 });
    expect((await rejectionOf(await run(surface, COSTLY))).spend).toEqual({ limit: 0, current: 0, remaining: 0 });
    expect((await run(surface, ECHO)).status).toBe(200);
  });
});

describe.each(HOSTS)('the window $name', ({ open }) => {
  test('R-4.35 R-4.62 R-4.77 R-7.33 R-8.12 so many calls may begin in it, and more when it has rolled', async () => {
    const surface = await open({ modelRate: { calls: 3, windowMs: 5000 } });
    for (let n = 0; n < 3; n += 1) await (await run(surface, ECHO)).text();
    const refusal = await rejectionOf(await run(surface, ECHO));
    expect(refusal).toMatchObject({ status: 429, errorType: 'rate_limited', spend: null });
    expect(refusal.detail).toContain('3 calls per 5 seconds');
    expect(refusal.retryAfterS).toBeGreaterThanOrEqual(1);
    expect(retryAdvice(refusal, 0)).toMatchObject({ action: 'wait', key: 'same', pause: 'time' });
    // Looking is not running.
    expect((await surface.fetch('/v2/models')).status).toBe(200);
    await surface.pass((refusal.retryAfterS ?? 0) * 1000 + 50);
    expect((await run(surface, ECHO)).status).toBe(200);
    await surface.close();
  });
});

describe.each(HOSTS.filter(({ isVirtual }) => isVirtual))('a ceiling and what is left $name', ({ open }) => {
  test('R-4.82 what is left may be positive on a rejection', async () => {
    // Only settings in memory can be of cents.
    const surface = await open({ modelSpendCents: 150 });
    const held = hangingRun(surface, COSTLY);
    await surface.pass(100);
    expect((await rejectionOf(await run(surface, COSTLY))).spend).toEqual({ limit: 150, current: 100, remaining: 50 });
    await held.hangUp();
    await surface.close();
  });
});
