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
  ['in memory', false],
  ['remembered on this device', true],
])('J-5.09: sends a partner key that is %s to the origin that it was saved for only', async (_, isRemembered) => {
  const { partnerExtraData, setPartnerKeys } = await import('./partner-keys');
  setPartnerKeys(server, { apiKey: 'k-1' }, isRemembered);
  expect(partnerExtraData(server)).toEqual({ api_key_svc_org: 'k-1' });
  expect(partnerExtraData(relayed)).toEqual({ api_key_svc_org: 'k-1' });
  expect(partnerExtraData({ ...server, baseUrl: 'https://evil.example' })).toBeNull();
  expect(partnerExtraData({ ...relayed, remote: { jobs: 'https://evil.example', router: null } })).toBeNull();
  setPartnerKeys(relayed, {}, false);
  expect(partnerExtraData(server)).toBeNull();
});
