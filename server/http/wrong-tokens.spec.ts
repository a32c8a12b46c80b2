import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type App } from '../app';
import { createMemoryDeps, type MemoryDeps } from '../testing/memory-deps';
import { MAX_WRONG_TOKENS, WRONG_TOKENS_WINDOW_MS, WrongTokens } from './wrong-tokens';

const ORIGIN = 'http://127.0.0.1:8189';
const TOKEN = 'the-token';

let app: App;
let deps: MemoryDeps;
let address: string;

beforeEach(async () => {
  address = '198.51.100.7';
  deps = await createMemoryDeps({ settings: { token: TOKEN }, addressOf: () => address });
  app = createApp(deps);
  await app.start();
});
afterEach(() => app.close());

const list = (headers: Record<string, string>) => app.fetch(new Request(`${ORIGIN}/api/v2/jobs`, { headers }));
const present = (token: string) => list({ authorization: `Bearer ${token}` });
const signIn = (token: string) =>
  app.fetch(new Request(`${ORIGIN}/console/session`, { method: 'POST', body: JSON.stringify({ token }) }));

async function guess(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) expect((await present(`guess-${n}`)).status).toBe(401);
}

describe('wrong tokens', () => {
  it('are judged so many times a minute; then even the right one has to wait, as Retry-After says', async () => {
    await guess(MAX_WRONG_TOKENS - 1);
    expect((await present(TOKEN)).status).toBe(200);
    await guess(1);
    const refused = await present(TOKEN);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({
      error: { code: 'unauthorized', message: 'Too many wrong tokens came from your address. Try again in 60 s' },
    });
    await deps.clock.advance(WRONG_TOKENS_WINDOW_MS - 1000);
    expect((await present(TOKEN)).headers.get('retry-after')).toBe('1');
    await deps.clock.advance(1000);
    expect((await present(TOKEN)).status).toBe(200);
  });

  it('count over both doors, the header and the sign-in of the console', async () => {
    await guess(MAX_WRONG_TOKENS - 1);
    expect((await signIn('wrong')).headers.get('retry-after')).toBeNull();
    const refused = await signIn(TOKEN);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([401, '60']);
    expect(refused.headers.get('set-cookie')).toBeNull();
  });

  it('of one address keep nobody else waiting, and no session that is open', async () => {
    const cookie = ((await signIn(TOKEN)).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    await guess(MAX_WRONG_TOKENS);
    expect((await list({ cookie })).status).toBe(200);
    address = '198.51.100.8';
    expect((await present(TOKEN)).status).toBe(200);
  });

  it('are not counted where nothing was presented', async () => {
    for (let n = 0; n <= MAX_WRONG_TOKENS; n += 1) expect((await list({})).status).toBe(401);
    expect((await present(TOKEN)).status).toBe(200);
  });

  it('keep nobody waiting for ever when the clock is set back', () => {
    let now = 1_000_000;
    const wrong = new WrongTokens({ now: () => now, after: () => () => {} });
    for (let n = 0; n < MAX_WRONG_TOKENS; n += 1) wrong.note('a');
    expect(wrong.waitS('a')).toBe(60);
    now -= 500_000;
    expect(wrong.waitS('a')).toBe(0);
  });

  it('of very many addresses take a bounded amount of memory', () => {
    const wrong = new WrongTokens({ now: () => 0, after: () => () => {} });
    for (let n = 0; n < MAX_WRONG_TOKENS; n += 1) wrong.note('first');
    for (let n = 0; n < 10_000; n += 1) wrong.note(`address ${n}`);
    expect(wrong.waitS('first')).toBe(0);
  });
});
