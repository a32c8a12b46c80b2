import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readAnswerHeaders } from '../router/headers';
import { retryAdvice } from '../router/retry';
import { HOSTS } from './harness';
import { ECHO, endOf, notedAfter, refusalOf, run, runFor } from './router-on-surface';
import type { Surface } from './surface';

const COSTLY = 'scripted/costly';

describe.each(HOSTS)('calls at once $name', ({ open }) => {
  let surface: Surface;
  beforeAll(async () => {
    surface = await open({ modelCalls: 2 });
  });
  afterAll(() => surface.close());

  test('R-4.35 R-4.58 R-7.20 R-8.11 so many may be in flight, and one more when one of them ends', async () => {
    const long = run(surface, ECHO, { ms: 500 });
    const longer = run(surface, ECHO, { ms: 900 });
    await surface.pass(200);
    const refusal = await refusalOf(await run(surface, ECHO));
    expect(refusal).toMatchObject({ status: 429, errorType: 'concurrency_limit_exceeded', spend: null });
    expect(refusal.concurrency).toEqual({ limit: 2, current: 2, remaining: 0 });
    expect(refusal.detail).toMatch(/2 calls are in flight/);
    expect(retryAdvice(refusal, 0)).toMatchObject({ action: 'wait', key: 'same', pause: 'own-call' });
    await surface.pass(500);
    await (await long).text();
    await surface.pass(50);
    expect((await run(surface, ECHO)).status).toBe(200);
    await surface.pass(500);
    await (await longer).text();
  });

  test('R-8.11 of ten at once no more than two are at the provider', async () => {
    const all = Promise.all(Array.from({ length: 10 }, () => run(surface, ECHO, { ms: 300 })));
    await surface.pass(600);
    const statuses = (await all).map(({ status }) => status);
    await Promise.all((await all).map((response) => response.text()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });
});

describe.each(HOSTS)('committed spend $name', ({ open }) => {
  let surface: Surface;
  afterEach(() => surface.close());

  const spendOf = async () => {
    const response = await run(surface, ECHO);
    await response.text();
    return readAnswerHeaders(response.headers).spend;
  };

  test('R-4.36 R-4.58 R-4.60 R-4.78 R-4.80 R-7.21 R-8.10 calls in flight never hold more than the ceiling', async () => {
    surface = await open({ modelSpendCents: 200 });
    const held = [run(surface, COSTLY, { ms: 700 }), run(surface, COSTLY, { ms: 700 })];
    await surface.pass(200);
    const refusal = await refusalOf(await run(surface, COSTLY));
    expect(refusal).toMatchObject({ status: 429, errorType: 'concurrency_limit_exceeded' });
    expect(refusal.spend).toEqual({ limit: 200, current: 200, remaining: 0 });
    expect(refusal.detail).toMatch(/committed spend/);
    // What costs nothing needs no room.
    expect(await spendOf()).toEqual({ limit: 200, current: 200, remaining: 0 });
    await surface.pass(700);
    for (const each of held) await (await each).text();
    await surface.pass(50);
    expect(await spendOf()).toEqual({ limit: 200, current: 0, remaining: 200 });
    expect((await run(surface, COSTLY)).status).toBe(200);
  });

  test('R-4.25 R-4.79 it is held from the admission of a call to its end, however it ends', async () => {
    surface = await open({ modelSpendCents: 1000 });
    const answered = run(surface, COSTLY, { ms: 400 });
    const failed = run(surface, COSTLY, { ms: 400, fault: 'provider_error' });
    const caller = new AbortController();
    const left = endOf(run(surface, COSTLY, { ms: 60_000 }, {}, { signal: caller.signal }));
    await surface.pass(150);
    expect(await spendOf()).toMatchObject({ current: 300, remaining: 700 });
    caller.abort();
    expect(await left).toBe('gone');
    await surface.pass(100);
    expect(await spendOf()).toMatchObject({ current: 200 });
    await surface.pass(400);
    await (await answered).text();
    expect((await failed).status).toBe(502);
    await surface.pass(50);
    expect(await spendOf()).toMatchObject({ current: 0 });
  });

  test('R-4.82 room may be left for others where one call is too much', async () => {
    surface = await open({ modelSpendCents: 100 });
    const held = run(surface, COSTLY, { ms: 400 });
    await surface.pass(100);
    expect((await refusalOf(await run(surface, COSTLY))).spend).toEqual({ limit: 100, current: 100, remaining: 0 });
    await surface.pass(400);
    await (await held).text();
    await surface.close();
    surface = await open({ modelSpendCents: 0 });
    expect((await refusalOf(await run(surface, COSTLY))).spend).toEqual({ limit: 0, current: 0, remaining: 0 });
  });
});

describe.each(HOSTS)('the window $name', ({ open }) => {
  test('R-4.35 R-4.62 R-4.77 R-7.33 R-8.12 so many calls may begin in it, and more when it has rolled', async () => {
    const surface = await open({ modelRate: { calls: 3, windowMs: 2000 } });
    for (let n = 0; n < 3; n += 1) await (await run(surface, ECHO)).text();
    const refusal = await refusalOf(await run(surface, ECHO));
    expect(refusal).toMatchObject({ status: 429, errorType: 'rate_limited', spend: null });
    expect(refusal.detail).toContain('3 calls within 2 seconds');
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
  test('R-4.81 R-4.82 what is left is never below zero, and may be positive on a rejection', async () => {
    // Only settings in memory can be of cents.
    let surface = await open({ modelSpendCents: 150 });
    const held = run(surface, COSTLY, { ms: 400 });
    await surface.pass(100);
    const refusal = await refusalOf(await run(surface, COSTLY));
    expect(refusal.spend).toEqual({ limit: 150, current: 100, remaining: 50 });
    await surface.pass(400);
    await (await held).text();
    await surface.close();
    surface = await open({ modelSpendCents: 150 });
    expect((await runFor(surface, 10, COSTLY)).status).toBe(200);
    await notedAfter(surface, 1);
    await surface.close();
  });
});
