import { describe, expect, it } from 'vitest';
import { contentSignature, signContentUrl } from './signed-urls';

const ID = '0b9a4d6e-6c3e-4a52-9c0f-0a5f6a0f3c11';
const HOUR = 3600 * 1000;
const START = Date.parse('2026-11-21T06:00:00Z');

function depsAt(now: number) {
  return {
    clock: { now: () => now, uptime: () => 0, after: () => () => {} },
    // Any keyed function serves here; the length is that of HMAC-SHA-256 in hex.
    sign: (text: string) =>
      [...text]
        .reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 2 ** 32, 7)
        .toString(16)
        .padStart(64, '0'),
  };
}

const queryOf = (url: string) => new URL(url).searchParams;

describe('signed content URLs', () => {
  it('are the same for every read within one window', () => {
    const first = signContentUrl(ID, 'http://127.0.0.1:8189', depsAt(START + 1));
    const later = signContentUrl(ID, 'http://127.0.0.1:8189', depsAt(START + 5 * HOUR));
    expect(later).toEqual(first);
    expect(first.expiresAt).toBe(START + 6 * HOUR);
    expect(first.url).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:8189/api/v2/assets/${ID}/content\\?expires=\\d+&signature=`),
    );
  });

  it('J-4.104 always have time left, including just before and at a window boundary', () => {
    for (const now of [START - 1, START, START + 6 * HOUR - 60_000]) {
      const { expiresAt } = signContentUrl(ID, 'http://h', depsAt(now));
      expect(expiresAt - now).toBeGreaterThanOrEqual(15 * 60_000);
    }
  });

  it('authorize one asset until they expire, and nothing else', () => {
    const { url, expiresAt } = signContentUrl(ID, 'http://h', depsAt(START));
    const query = queryOf(url);
    expect(contentSignature(query, ID, depsAt(START))).toBe('valid');
    expect(contentSignature(query, ID, depsAt(expiresAt - 1))).toBe('valid');
    expect(contentSignature(query, ID, depsAt(expiresAt))).toBe('expired');
    expect(contentSignature(query, ID.replace('0', '1'), depsAt(START))).toBe('forged');
    expect(contentSignature(new URLSearchParams(), ID, depsAt(START))).toBe('absent');
  });

  it.each<Record<string, string>>([
    { expires: '99999999999' },
    { expires: '1e99' },
    { signature: '' },
    { signature: '0'.repeat(64) },
    { signature: '0'.repeat(63) },
  ])('are invalid with a changed part: %o', (change) => {
    const query = queryOf(signContentUrl(ID, 'http://h', depsAt(START)).url);
    for (const [name, value] of Object.entries(change)) query.set(name, value);
    expect(contentSignature(query, ID, depsAt(START))).toBe('forged');
  });

  it.each(['expires', 'signature'])('are invalid without %s', (missing) => {
    const query = queryOf(signContentUrl(ID, 'http://h', depsAt(START)).url);
    query.delete(missing);
    expect(contentSignature(query, ID, depsAt(START))).toBe('forged');
  });
});
