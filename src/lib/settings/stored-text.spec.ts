import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeText, readText } from './stored-text';

afterEach(() => vi.unstubAllGlobals());

/** As browsers do it: keys that are not there are null. */
function stubStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
}

describe('a stored text', () => {
  it('is read by its key', () => {
    stubStorage();
    writeText('flowdeck.one', 'dark');
    writeText('flowdeck.other', '');
    expect([readText('flowdeck.one'), readText('flowdeck.other'), readText('flowdeck.third')]).toEqual([
      'dark',
      '',
      null,
    ]);
  });

  it('is removed when set to null', () => {
    const kept = stubStorage();
    writeText('flowdeck.one', 'dark');
    writeText('flowdeck.one', null);
    expect(readText('flowdeck.one')).toBeNull();
    expect(kept.size).toBe(0);
  });
});

describe('disabled storage', () => {
  it.each([
    ['that throws on each call', () => new Proxy({}, { get: refuse })],
    ['that does not exist', () => undefined],
  ])('%s stores nothing and does not throw', (_, makeStorage) => {
    vi.stubGlobal('localStorage', makeStorage());
    expect(readText('flowdeck.one')).toBeNull();
    expect(() => writeText('flowdeck.one', 'dark')).not.toThrow();
    expect(() => writeText('flowdeck.one', null)).not.toThrow();
  });

  it('stores nothing and does not throw if access to localStorage throws', () => {
    vi.stubGlobal('localStorage', undefined);
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse });
    expect(readText('flowdeck.one')).toBeNull();
    expect(() => writeText('flowdeck.one', 'dark')).not.toThrow();
  });
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
