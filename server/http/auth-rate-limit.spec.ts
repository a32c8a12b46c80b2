import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../app';
import { silentLogger } from '../log';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';
import { MAX_FAILED_ATTEMPTS, FAILED_ATTEMPTS_WINDOW_MS, FailedAuthLimiter } from './auth-rate-limit';

const ORIGIN = 'http://127.0.0.1:8189';
const TOKEN = 'the-token';

let app: App;
let deps: MemoryDeps;
let url: string;
let warnings: unknown[];

beforeEach(async () => {
  url = '198.51.100.7';
  warnings = [];
  const log = { ...silentLogger, warn: (...line: unknown[]) => void warnings.push(line) };
  deps = await createMemoryDeps({ settings: { token: TOKEN }, addressOf: () => url, log });
  app = createApp(deps);
  await app.start();
});
afterEach(() => app.close());

const list = (headers: Record<string, string>) => app.fetch(new Request(`${ORIGIN}/api/v2/jobs`, { headers }));
const present = (token: string) => list({ authorization: `Bearer ${token}` });
const signIn = (token: string) =>
  app.fetch(
    new Request(`${ORIGIN}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }),
  );

async function guess(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await present(`guess-${n}`)).status).toBe(401);
}

describe('wrong tokens', () => {
  it('never lock out the right token, for bearer requests and sign-in', async () => {
    await guess(MAX_FAILED_ATTEMPTS + 5);
    expect((await present(TOKEN)).status).toBe(200);
    expect((await signIn(TOKEN)).status).toBe(200);
  });

  it('are rejected with a retry delay after too many per minute, and logged once', async () => {
    await guess(MAX_FAILED_ATTEMPTS);
    const rejected = await present('one more');
    expect(rejected.headers.get('retry-after')).toBe('60');
    expect(await rejected.json()).toMatchObject({
      error: { code: 'unauthorized', message: 'Too many failed authentication attempts. Retry after 60 s' },
    });
    expect((await signIn('wrong')).headers.get('retry-after')).toBe('60');
    expect(warnings).toEqual([[{ address: url }, 'Many failed authentication attempts from one IP address']]);
    await deps.clock.advance(FAILED_ATTEMPTS_WINDOW_MS - 1000);
    expect((await present('wrong')).headers.get('retry-after')).toBe('1');
    await deps.clock.advance(1000);
    expect((await present('wrong')).headers.get('retry-after')).toBeNull();
  });

  it('are counted by client IP', async () => {
    await guess(MAX_FAILED_ATTEMPTS);
    expect((await present('wrong')).headers.get('retry-after')).toBe('60');
    url = '198.51.100.8';
    expect((await present('wrong')).headers.get('retry-after')).toBeNull();
  });

  it('are not counted if no token was sent', async () => {
    for (let n = 0; n <= MAX_FAILED_ATTEMPTS; n += 1) expect((await list({})).status).toBe(401);
    expect((await present('wrong')).headers.get('retry-after')).toBeNull();
  });

  it('start a new window when the clock is set back', () => {
    let now = 1_000_000;
    const wrong = new FailedAuthLimiter({ now: () => now, uptime: () => 0, after: () => () => {} });
    for (let n = 0; n < MAX_FAILED_ATTEMPTS; n += 1) wrong.note('a');
    expect(wrong.note('a')).toBe(60);
    now -= 500_000;
    expect(wrong.note('a')).toBe(0);
  });

  it('take bounded memory, even from very many client IPs', () => {
    const wrong = new FailedAuthLimiter({ now: () => 0, uptime: () => 0, after: () => () => {} });
    for (let n = 0; n < MAX_FAILED_ATTEMPTS; n += 1) wrong.note('first');
    for (let n = 0; n < 10_000; n += 1) wrong.note(`address ${n}`);
    expect(wrong.note('first')).toBe(0);
  });
});
