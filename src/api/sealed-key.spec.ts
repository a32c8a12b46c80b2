import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetKey, isEncrypted, isKeyLocked, keepCredential, lockKey, unlockKey } from './change-keys';
import { openKey, sealKey } from './sealed-key';
import { credentials, heldCredential } from './surfaces/direct-credentials';

const PASSPHRASE = 'correct horse';
const ORIGINS = ['https://far.example'];
const entered = { name: 'credential.far', origins: ORIGINS, value: { value: 'k-1', origins: ORIGINS } };

describe('an encrypted key', () => {
  it('is opened by its passphrase, however that is typed, and contains nothing readable of the key', async () => {
    const record = await sealKey(entered, 'Käse und Brot');
    expect(JSON.stringify(record)).not.toContain('k-1');
    expect(record).toMatchObject({ sealed: 1, origins: ORIGINS, iterations: 600_000 });
    const stored = JSON.parse(JSON.stringify(record)) as typeof record;
    expect(await openKey('credential.far', stored, 'Käse und Brot'.normalize('NFD'))).toEqual(entered.value);
    expect(await openKey('credential.far', stored, 'Käse und brot')).toBeNull();
  });

  it('has a salt and an initialization vector of its own', async () => {
    const [first, second] = [await sealKey(entered, PASSPHRASE), await sealKey(entered, PASSPHRASE)];
    for (const part of ['salt', 'iv', 'data']) expect(first[part]).not.toBe(second[part]);
  });

  it.each([
    ['other origins', { origins: ['https://evil.example'] }],
    ['fewer rounds', { iterations: 1 }],
    ['rounds that would take minutes', { iterations: 1e12 }],
    ['another salt', { salt: btoa('0123456789abcdef') }],
    ['another initialization vector', { iv: btoa('0123456789ab') }],
    ['other data', { data: btoa('0123456789abcdef0123456789abcdef') }],
    ['data that is no base64', { data: '~' }],
    ['a later version', { sealed: 2 }],
    ['a part missing', { salt: undefined }],
  ])('does not open with %s', async (_, change) => {
    const record = await sealKey(entered, PASSPHRASE);
    expect(await openKey('credential.far', { ...record, ...change }, PASSPHRASE)).toBeNull();
  });

  it('does not open under the name of another key', async () => {
    const record = await sealKey(entered, PASSPHRASE);
    expect(await openKey('credential.other', record, PASSPHRASE)).toBeNull();
  });
});

describe('a key on this device with a passphrase', () => {
  const SERVER = { id: 'far', baseUrl: 'https://far.example/team', routerBaseUrl: null };
  let stored: Map<string, string>;

  beforeEach(async () => {
    stored = new Map();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    await keepCredential(SERVER, 'k-1', { place: 'device', passphrase: PASSPHRASE });
  });
  afterEach(() => {
    forgetKey(credentials, 'far');
    vi.unstubAllGlobals();
  });

  /** As a load does: the text is read again, and what was unlocked is gone. */
  function reload() {
    const text = stored.get('flowdeck.credential.far') ?? '';
    stored.set('flowdeck.credential.far', JSON.stringify({ ...(JSON.parse(text) as object) }, null, 1));
  }

  it('is used at once, and is locked after a load until its passphrase is entered', async () => {
    expect([...stored.keys()]).toEqual(['flowdeck.credential.far']);
    expect([...stored.values()].join()).not.toMatch(/k-1|correct/);
    expect(heldCredential(SERVER)).toEqual({ bearer: 'k-1' });
    reload();
    expect(heldCredential(SERVER)).toEqual({ isLocked: true });
    expect(await unlockKey(credentials, 'far', 'wrong horse')).toBe(false);
    expect(isKeyLocked(credentials, 'far')).toBe(true);
    expect(await unlockKey(credentials, 'far', PASSPHRASE)).toBe(true);
    expect(heldCredential(SERVER)).toEqual({ bearer: 'k-1' });
    lockKey(credentials, 'far');
    expect(heldCredential(SERVER)).toEqual({ isLocked: true });
  });

  it('is neither held nor locked for another host', async () => {
    const moved = { ...SERVER, baseUrl: 'https://evil.example' };
    expect(heldCredential(moved)).toEqual({});
    reload();
    expect(heldCredential(moved)).toEqual({});
    await keepCredential(moved, undefined, undefined);
    expect(stored.size).toBe(0);
  });

  it('keeps its passphrase when other values of its server change', async () => {
    const before = stored.get('flowdeck.credential.far');
    await keepCredential(SERVER, undefined, undefined);
    reload();
    await keepCredential(SERVER, undefined, { place: 'page', passphrase: null });
    expect(isKeyLocked(credentials, 'far')).toBe(true);
    expect(await unlockKey(credentials, 'far', PASSPHRASE)).toBe(true);
    expect(JSON.parse(stored.get('flowdeck.credential.far') ?? '')).toEqual(JSON.parse(before ?? ''));
  });

  it('leaves the device when it is kept elsewhere', async () => {
    await keepCredential(SERVER, undefined, { place: 'page', passphrase: null });
    expect(stored.size).toBe(0);
    expect(isEncrypted(credentials, 'far')).toBe(false);
    expect(heldCredential(SERVER)).toEqual({ bearer: 'k-1' });
  });

  it('that is damaged counts as no key, and breaks nothing', () => {
    for (const text of ['{"sealed":1}', '{"sealed":1,"origins":"x"}', '[]', '7', 'null', '{']) {
      stored.set('flowdeck.credential.far', text);
      expect(heldCredential(SERVER)).toEqual({});
    }
  });
});
