import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetKey, keepCredential, placeOf, reloadWithCredentials } from '../change-keys';
import { credentials, heldCredential } from './direct-credentials';

const SERVER = { id: 'far', baseUrl: 'https://far.example/team', routerBaseUrl: 'https://models.far.example' };

let localStored: Map<string, string>;
let tabStored: Map<string, string>;

const storageOf = (stored: Map<string, string>) => ({
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
});

beforeEach(() => {
  localStored = new Map();
  tabStored = new Map();
  vi.stubGlobal('localStorage', storageOf(localStored));
  vi.stubGlobal('sessionStorage', storageOf(tabStored));
});
afterEach(() => {
  forgetKey(credentials, SERVER.id);
  vi.unstubAllGlobals();
});

describe.each([
  ['in memory', 'page'],
  ['in this tab', 'tab'],
  ['on this device', 'device'],
] as const)('a credential %s', (_, place) => {
  beforeEach(() => keepCredential(SERVER, 'k-1', { place, passphrase: null }));

  it('is used for its server, including other paths of the same hosts', () => {
    expect(heldCredential(SERVER)).toEqual({ bearer: 'k-1' });
    expect(heldCredential({ ...SERVER, baseUrl: 'https://far.example/other' })).toEqual({ bearer: 'k-1' });
    expect(heldCredential({ ...SERVER, routerBaseUrl: null })).toEqual({ bearer: 'k-1' });
    expect(placeOf(credentials, SERVER.id)).toBe(place);
  });

  it.each([
    ['host', { ...SERVER, baseUrl: 'https://evil.example/team' }],
    ['port', { ...SERVER, baseUrl: 'https://far.example:8443/team' }],
    ['scheme', { ...SERVER, baseUrl: 'http://far.example/team' }],
    ['host of the Model Router', { ...SERVER, routerBaseUrl: 'https://evil.example' }],
  ])('is not given to another %s of a server with the same id', (_part, moved) => {
    expect(heldCredential(moved)).toEqual({});
    expect(heldCredential(SERVER)).toEqual({ bearer: 'k-1' });
  });

  it('is no longer used once it is deleted', () => {
    forgetKey(credentials, SERVER.id);
    expect(heldCredential(SERVER)).toEqual({});
    expect(placeOf(credentials, SERVER.id)).toBe('page');
    expect([localStored.size, tabStored.size]).toEqual([0, 0]);
  });
});

it('a credential in memory survives one reload of its tab, and is not shared with other tabs', async () => {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  await keepCredential(SERVER, 'k-1', undefined);
  reloadWithCredentials();
  expect(reload).toHaveBeenCalledOnce();
  vi.resetModules();
  const reloaded = await import('./direct-credentials');
  expect(reloaded.heldCredential(SERVER)).toEqual({ bearer: 'k-1' });
  expect(reloaded.heldCredential({ ...SERVER, baseUrl: 'https://evil.example' })).toEqual({});
  expect(tabStored.size).toBe(0);
  vi.resetModules();
  const opened = await import('./direct-credentials');
  expect(opened.heldCredential(SERVER)).toEqual({});
});
