import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  directCredential,
  forgetDirectCredential,
  isCredentialRemembered,
  reloadWithCredentials,
  setDirectCredential,
} from './direct-credentials';

const SERVER = { id: 'far', baseUrl: 'https://far.example/team', routerBaseUrl: 'https://models.far.example' };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  forgetDirectCredential(SERVER.id);
  vi.unstubAllGlobals();
});

describe.each([
  ['in memory', false],
  ['remembered on this device', true],
])('a credential %s', (_, isRemembered) => {
  beforeEach(() => setDirectCredential(SERVER, 'k-1', isRemembered));

  it('is used for its server, including other paths of the same hosts', () => {
    expect(directCredential(SERVER)).toBe('k-1');
    expect(directCredential({ ...SERVER, baseUrl: 'https://far.example/other' })).toBe('k-1');
    expect(directCredential({ ...SERVER, routerBaseUrl: null })).toBe('k-1');
    expect(isCredentialRemembered(SERVER.id)).toBe(isRemembered);
  });

  it.each([
    ['host', { ...SERVER, baseUrl: 'https://evil.example/team' }],
    ['port', { ...SERVER, baseUrl: 'https://far.example:8443/team' }],
    ['scheme', { ...SERVER, baseUrl: 'http://far.example/team' }],
    ['host of the Model Router', { ...SERVER, routerBaseUrl: 'https://evil.example' }],
  ])('is not given to another %s of a server with the same id', (_part, moved) => {
    expect(directCredential(moved)).toBeNull();
    expect(directCredential(SERVER)).toBe('k-1');
  });

  it('is no longer used once it is deleted', () => {
    forgetDirectCredential(SERVER.id);
    expect(directCredential(SERVER)).toBeNull();
    expect(isCredentialRemembered(SERVER.id)).toBe(false);
  });
});

it('a credential in memory survives one reload of its tab, and is not shared with other tabs', async () => {
  const inTab = new Map<string, string>();
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => inTab.get(key) ?? null,
    setItem: (key: string, value: string) => inTab.set(key, value),
    removeItem: (key: string) => inTab.delete(key),
  });
  setDirectCredential(SERVER, 'k-1', false);
  reloadWithCredentials();
  expect(reload).toHaveBeenCalledOnce();
  vi.resetModules();
  const reloaded = await import('./direct-credentials');
  expect(reloaded.directCredential(SERVER)).toBe('k-1');
  expect(reloaded.directCredential({ ...SERVER, baseUrl: 'https://evil.example' })).toBeNull();
  expect(inTab.size).toBe(0);
  vi.resetModules();
  const opened = await import('./direct-credentials');
  expect(opened.directCredential(SERVER)).toBeNull();
});
