import { afterEach, expect, it, vi } from 'vitest';
import type { Surface } from '@/api/surface';
import type { OutboxEntry } from './outbox-entry';

afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  [401, 'locked_out'],
  [403, 'no_list'],
  [404, 'no_list'],
  [501, 'no_list'],
  [429, 'unreachable'],
  [500, 'unreachable'],
])('treats a %i of the list as %s', async (status, kind) => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189', href: 'http://127.0.0.1:8189/' });
  const fetch = vi.fn(async () => Response.json({ error: { code: 'told', message: 'Told.' } }, { status }));
  vi.stubGlobal('fetch', fetch);
  const { checkEntry } = await import('./post-job');
  expect(await checkEntry({ id: 'e', surfaceId: 'local' } as OutboxEntry)).toEqual({ kind });
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('J-5.12: sends one partner credential, never both, and only with workflows that need it', async () => {
  vi.stubGlobal('location', { origin: 'http://127.0.0.1:8189', href: 'http://127.0.0.1:8189/' });
  const bodies: unknown[] = [];
  const rejected = () => Response.json({ error: { code: 'invalid_workflow', message: 'No.' } }, { status: 422 });
  vi.stubGlobal(
    'fetch',
    vi.fn(async (_url: string, { body }: RequestInit) => {
      bodies.push(JSON.parse(String(body)));
      return rejected();
    }),
  );
  const { submitTo } = await import('./post-job');
  const { forgetKey, putKey } = await import('@/api/change-keys');
  const { partnerKeys } = await import('@/api/partner-keys');
  const entry = { id: 'e', key: 'k', workflowText: '{}', labels: {} } as OutboxEntry;
  const surface = {
    id: 'far',
    name: 'Far',
    baseUrl: 'http://far.example',
    routerBaseUrl: null,
    kind: 'managed',
  } as const satisfies Surface;
  const extraData = async (needsPartnerKey: boolean, dialect: 'service' | 'comfy') => {
    await submitTo({ ...surface, dialect }, { ...entry, needsPartnerKey });
    return (bodies.pop() as { extra_data?: unknown }).extra_data;
  };
  putKey(partnerKeys, surface.baseUrl, 'page', { apiKey: 'k-1', sessionToken: 't-1' });
  expect(await extraData(true, 'service')).toEqual({ api_key_svc_org: 'k-1' });
  expect(await extraData(true, 'comfy')).toEqual({ api_key_comfy_org: 'k-1' });
  expect(await extraData(false, 'service')).toBeUndefined();
  putKey(partnerKeys, surface.baseUrl, 'page', { sessionToken: 't-1' });
  expect(await extraData(true, 'service')).toEqual({ auth_token_svc_org: 't-1' });
  forgetKey(partnerKeys, surface.baseUrl);
  expect(await submitTo(surface, { ...entry, needsPartnerKey: true })).toMatchObject({
    kind: 'answered',
    refusal: { code: 'partner_key_missing' },
  });
  expect(bodies).toEqual([]);
});
