import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Surface } from './surface';

const server: Surface = {
  id: 'far',
  name: 'Far',
  baseUrl: 'https://far.example',
  routerBaseUrl: null,
  kind: 'managed',
};
const relayed: Surface = {
  ...server,
  baseUrl: 'http://127.0.0.1:8189/console/relay/far/jobs',
  remote: { jobs: 'https://far.example', router: null },
};

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189' });
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['in memory', 'page'],
  ['in this tab', 'tab'],
  ['on this device', 'device'],
] as const)('J-5.09: sends a partner key that is %s to the origin that it was saved for only', async (_, place) => {
  const { forgetKey, keepKey } = await import('./change-keys');
  const { partnerExtraData, partnerKeys } = await import('./partner-keys');
  const id = 'https://far.example';
  await keepKey(partnerKeys, { id, origins: [id], value: { apiKey: 'k-1' } }, { place, passphrase: null });
  expect(partnerExtraData(server)).toEqual({ api_key_svc_org: 'k-1' });
  expect(partnerExtraData(relayed)).toEqual({ api_key_svc_org: 'k-1' });
  expect(partnerExtraData({ ...server, baseUrl: 'https://evil.example' })).toBeNull();
  expect(partnerExtraData({ ...relayed, remote: { jobs: 'https://evil.example', router: null } })).toBeNull();
  forgetKey(partnerKeys, id);
  expect(partnerExtraData(server)).toBeNull();
});
