import { describe, expect, it } from 'vitest';
import { linkExpiryText } from './link-expiry-text';

const HOUR = 3_600_000;

describe('the expiry text of a URL', () => {
  it('R-8.08 R-2.82 is an upper limit for a copy of the router, and says that a replay does not renew it', () => {
    const end = { kind: 'at_most', at: 12 * HOUR } as const;
    expect(linkExpiryText(end, false, 0).text).toBe('Hosted link expires in 12 h 00 min at most');
    const replayed = linkExpiryText(end, true, 5 * HOUR);
    expect(replayed.text).toBe('Hosted link expires in 7 h 00 min at most');
    expect(replayed.title).toMatch(/replayed, which does not renew its links/);
  });

  it("R-2.88 R-2.90 promises nothing for a provider's URL, nor for one that may belong to the router", () => {
    const unknown = linkExpiryText({ kind: 'unknown', copiesEndAt: null }, false, 0);
    expect(unknown.text).toBe('Expiry unknown');
    expect(unknown.title).toMatch(/^The provider decides when this link expires\. Save/);
    const mixed = linkExpiryText({ kind: 'unknown', copiesEndAt: 24 * HOUR }, false, HOUR);
    expect(mixed.text).toBe('Expiry unknown');
    expect(mixed.title).toContain('If it is a copy of the router, it expires in at most 23 h 00 min.');
  });

  it('warns shortly before the expiry, and reports it afterwards', () => {
    const end = { kind: 'stated', at: HOUR } as const;
    expect(linkExpiryText(end, false, 0)).toMatchObject({ text: 'Link expires in 1 h 00 min', tone: 'quiet' });
    expect(linkExpiryText(end, false, 50 * 60_000).tone).toBe('warn');
    expect(linkExpiryText(end, false, HOUR)).toMatchObject({ text: 'Link expired', tone: 'warn' });
  });
});
