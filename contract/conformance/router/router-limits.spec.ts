import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readResponseHeaders } from '../../router/headers';
import { retryAdvice } from '../../router/retry';
import { HOSTS } from '../harness/harness';
import { ECHO, hangingRun, rejectionOf, run, until } from '../harness/router-on-surface';
import type { Surface } from '../harness/surface';

const COSTLY = 'scripted/costly';

describe.each(HOSTS)('concurrent calls $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ modelCalls: 2 });
  });
  afterAll(() => surface.close());

  const short = () => run(surface, ECHO);

  test('R-4.35 R-4.58 R-7.20 R-8.11 are limited, and one more is admitted when one finishes', async () => {
    const held = [hangingRun(surface, ECHO), hangingRun(surface, ECHO)];
    const rejection = await rejectionOf(await until(surface, short, ({ status }) => status === 429));
    expect(rejection).toMatchObject({ status: 429, errorType: 'concurrency_limit_exceeded', spend: null });
    expect(rejection.concurrency).toEqual({ limit: 2, current: 2, remaining: 0 });
    expect(rejection.detail).toMatch(/2 calls are in flight/);
    expect(retryAdvice(rejection, 0)).toMatchObject({ action: 'wait', key: 'same', pause: 'own-call' });
    await held[0]?.hangUp();
    expect((await until(surface, short, ({ status }) => status === 200)).status).toBe(200);
    await held[1]?.hangUp();
  });

  test('R-8.11 reach the provider at most two at a time', async () => {
    await until(surface, short, ({ status }) => status === 200);
    const ten = Array.from({ length: 10 }, () => hangingRun(surface, ECHO));
    let rejected = 0;
    for (const { end } of ten) void end.then((how) => (rejected += how === 'answered' ? 1 : 0));
    await until(
      surface,
      async () => rejected,
      (count) => count >= 8,
    );
    expect(rejected).toBe(8);
    const waits = Promise.resolve('waits');
    for (const { hangUp, end } of ten) if ((await Promise.race([end, waits])) === 'waits') await hangUp();
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

  test('R-4.36 R-4.58 R-4.60 R-4.78 R-4.80 R-7.21 R-8.10 never exceeds the ceiling', async () => {
    surface = await open({ modelSpendCents: 200 });
    const held = [hangingRun(surface, COSTLY), hangingRun(surface, COSTLY)];
    // Free models do not need remaining budget.
    expect(await spendAt(200)).toEqual({ limit: 200, current: 200, remaining: 0 });
    const rejection = await rejectionOf(await run(surface, COSTLY));
    expect(rejection).toMatchObject({ status: 429, errorType: 'concurrency_limit_exceeded' });
    expect(rejection.spend).toEqual({ limit: 200, current: 200, remaining: 0 });
    expect(rejection.detail).toMatch(/committed spend/);
    for (const each of held) await each.hangUp();
    expect(await spendAt(0)).toEqual({ limit: 200, current: 0, remaining: 200 });
    expect((await run(surface, COSTLY)).status).toBe(200);
  });

  test('R-4.25 R-4.79 is held from the admission of a call to its end, whatever its outcome', async () => {
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

  test('R-8.10 with a ceiling of zero admits only free calls', async () => {
    surface = await open({ modelSpendCents: 0 });
    expect((await rejectionOf(await run(surface, COSTLY))).spend).toEqual({ limit: 0, current: 0, remaining: 0 });
    expect((await run(surface, ECHO)).status).toBe(200);
  });
});

describe.each(HOSTS)('the rate window $name', ({ open }) => {
  test('R-4.35 R-4.62 R-4.77 R-7.33 R-8.12 limits the number of started calls, and moves on', async () => {
    const surface = await open({ modelRate: { calls: 3, windowMs: 5000 } });
    for (let n = 0; n < 3; n += 1) await (await run(surface, ECHO)).text();
    const rejection = await rejectionOf(await run(surface, ECHO));
    expect(rejection).toMatchObject({ status: 429, errorType: 'rate_limited', spend: null });
    expect(rejection.detail).toContain('3 calls per 5 seconds');
    expect(rejection.retryAfterS).toBeGreaterThanOrEqual(1);
    expect(retryAdvice(rejection, 0)).toMatchObject({ action: 'wait', key: 'same', pause: 'time' });
    // Read requests do not count as runs.
    expect((await surface.fetch('/v2/models')).status).toBe(200);
    await surface.pass((rejection.retryAfterS ?? 0) * 1000 + 50);
    expect((await run(surface, ECHO)).status).toBe(200);
    await surface.close();
  });
});

describe.each(HOSTS.filter(({ isVirtual }) => isVirtual))('the remaining spend $name', ({ open }) => {
  test('R-4.82 can be positive on a rejection', async () => {
    // Only in-memory settings can be set in cents.
    const surface = await open({ modelSpendCents: 150 });
    const held = hangingRun(surface, COSTLY);
    await surface.pass(100);
    expect((await rejectionOf(await run(surface, COSTLY))).spend).toEqual({ limit: 150, current: 100, remaining: 50 });
    await held.hangUp();
    await surface.close();
  });
});
