import { expect, it, onTestFinished } from 'vitest';
import { WrittenDiagnostics } from '@contract/console/written-schemas';
import { SURFACE_COLORS } from '@contract/console/surfaces';
import { createApp } from '../app';
import { createRedaction } from '../redaction';
import { MemorySurfaces, type StoredSurface } from './surfaces/surface-store';
import { createMemoryDeps } from '../testing/memory-deps';

const TOKEN = 'correct-horse-battery-staple';
const SURFACE_KEY = 'key-of-another-server';
const headers = { authorization: `Bearer ${TOKEN}` };

async function report(options: Parameters<typeof createMemoryDeps>[0]) {
  const app = createApp(await createMemoryDeps(options));
  onTestFinished(() => app.close());
  await app.start();
  const get = (init: RequestInit = {}) => app.fetch(new Request('http://127.0.0.1:8189/console/diagnostics', init));
  return { get };
}

it('contains versions, flags, status, counters and the last lines of the log, without credentials', async () => {
  const surface: StoredSurface = {
    id: 'cloud',
    name: 'Cloud',
    color: SURFACE_COLORS[0],
    kind: 'managed',
    baseUrl: 'https://cloud.example',
    routerBaseUrl: null,
    access: 'relay',
    routerAuth: 'bearer',
    dialect: 'service',
    credential: SURFACE_KEY,
  };
  const surfaces = new MemorySurfaces({ surfaces: [surface], defaultId: 'local' });
  const lines = Array.from({ length: 300 }, (_, n) => `line ${n}, ${TOKEN}, ${SURFACE_KEY}`);
  const { get } = await report({
    settings: { token: TOKEN },
    surfaces,
    diagnostics: {
      platform: () => ({ system: 'Linux 6 x64', node: 'v20', uptime_ms: 1, memory_bytes: 2 }),
      flags: [{ name: '--token', value: '[removed]', from: 'variable' }],
      logLines: () => lines,
      redact: createRedaction([TOKEN]),
    },
  });
  expect((await get()).status).toBe(401);
  const response = await get({ headers });
  expect(response.status).toBe(200);
  const text = await response.text();
  for (const secret of [TOKEN, SURFACE_KEY]) expect(text).not.toContain(secret);
  const found = WrittenDiagnostics.parse(JSON.parse(text));
  expect(found).toMatchObject({
    version: '0.0.0-test',
    platform: { node: 'v20' },
    counters: { outputs: { files: 0 } },
  });
  expect(found.flags).toEqual([{ name: '--token', value: '[removed]', from: 'variable' }]);
  expect(found.status?.engine.name).toBe('scripted');
  expect([found.log.length, found.log[0], found.log.at(-1)]).toEqual([
    200,
    'line 100, [removed], [removed]',
    'line 299, [removed], [removed]',
  ]);
});

it('says what it can where there is no host', async () => {
  const { get } = await report({});
  const found = WrittenDiagnostics.parse(await (await get()).json());
  expect(found).toMatchObject({ platform: null, flags: [], log: [] });
  expect(found.counters.models).toBeGreaterThan(0);
});
