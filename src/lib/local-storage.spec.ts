import { afterEach, describe, expect, it, vi } from 'vitest';
import { writeSetting, readText } from './local-storage';

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

describe('a text that this browser keeps', () => {
  it('is read as it was kept, by its key', () => {
    stubStorage();
    writeSetting('flowdeck.one', 'dark');
    writeSetting('flowdeck.other', '');
    expect([readText('flowdeck.one'), readText('flowdeck.other'), readText('flowdeck.third')]).toEqual([
      'dark',
      '',
      null,
    ]);
  });

  it('leaves nothing behind where it is taken back', () => {
    const kept = stubStorage();
    writeSetting('flowdeck.one', 'dark');
    writeSetting('flowdeck.one', null);
    expect(readText('flowdeck.one')).toBeNull();
    expect(kept.size).toBe(0);
  });
});

describe('where storage is switched off', () => {
  it.each([
    ['and each call throws', () => new Proxy({}, { get: refuse })],
    ['and there is none', () => undefined],
  ])('%s, nothing is kept and trying does no harm', (_, makeStorage) => {
    vi.stubGlobal('localStorage', makeStorage());
    expect(readText('flowdeck.one')).toBeNull();
    expect(() => writeSetting('flowdeck.one', 'dark')).not.toThrow();
    expect(() => writeSetting('flowdeck.one', null)).not.toThrow();
  });

  it('is the same where the browser denies even its name', () => {
    vi.stubGlobal('localStorage', undefined);
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refuse });
    expect(readText('flowdeck.one')).toBeNull();
    expect(() => writeSetting('flowdeck.one', 'dark')).not.toThrow();
  });
});

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError');
}
