import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Surface } from '../surface';
import { capabilities, isProbeDue, lacksCapability } from './capability-record';

const far: Surface = {
  id: 'far',
  name: 'Far',
  kind: 'self-hosted',
  baseUrl: 'https://far.example',
  routerBaseUrl: 'https://models.example',
};

let answers: Record<string, () => Response>;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('location', new URL('http://127.0.0.1:8189/'));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', (url: string) => {
    const answer = answers[new URL(url).host];
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('away'));
  });
});
afterEach(() => {
  capabilities.set({});
  vi.unstubAllGlobals();
});

async function probe(): Promise<void> {
  const { probeQuery } = await import('./probe-capabilities');
  await new QueryClient().fetchQuery(probeQuery(far));
}

it('a server whose models do not respond is not probed again with each page load', async () => {
  answers = { 'far.example': () => Response.json({}, { status: 404 }) };
  await expect(probe()).rejects.toMatchObject({ kind: 'unreachable' });
  expect(lacksCapability(far, 'health')).toBe(true);
  expect(isProbeDue(far)).toBe(false);
});

it('a server that does not respond at all is probed again', async () => {
  answers = {};
  await expect(probe()).rejects.toMatchObject({ kind: 'unreachable' });
  expect(isProbeDue(far)).toBe(true);
});
