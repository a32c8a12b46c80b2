import { describe, expect, it } from 'vitest';
import { linkExpiry, linkExpiryText, type LinkDetails } from './link-expiry';

const HOUR = 3_600_000;
const ANSWERED = Date.parse('2026-11-21T12:00:00Z');

function end(change: Partial<LinkDetails>) {
  return linkExpiry({
    url: 'https://cdn.example/x',
    path: ['url'],
    modelId: 'anyone/model',
    contentType: 'image/png',
    receivedAt: ANSWERED,
    routerOrigin: 'http://127.0.0.1:8189',
    ...change,
  });
}

describe('the expiry of a URL', () => {
  it('is what the URL itself states', () => {
    const stated = Date.parse('2026-11-21T15:00:00Z');
    for (const query of [
      'X-Amz-Date=20261121T090000Z&X-Amz-Expires=21600',
      'X-Goog-Date=20261121T143000Z&X-Goog-Expires=1800',
      `Expires=${stated / 1000}&Signature=x`,
      `expires=${stated / 1000}&signature=x`,
      `x-expires=${stated / 1000}`,
      'se=2026-11-21T15%3A00%3A00Z&sig=x',
    ]) {
      expect(end({ url: `https://cdn.example/x?${query}` })).toEqual({ kind: 'stated', at: stated });
    }
  });

  it('is not guessed from numbers that are not timestamps', () => {
    for (const query of ['expires=soon', 'exp=12', 'X-Amz-Date=20261121&X-Amz-Expires=5', 'se=1']) {
      expect(end({ url: `https://cdn.example/x?${query}` }).kind).toBe('unknown');
    }
  });

  it('R-2.82 R-8.08 is at most the lifetime of the family after the response for a copy of the router', () => {
    const url = 'http://127.0.0.1:8189/v2/hosted/1';
    expect(end({ url, modelId: 'bfl/flux-2-pro' })).toEqual({ kind: 'at_most', at: ANSWERED + 24 * HOUR });
    expect(end({ url, modelId: 'minimax/h3' })).toEqual({ kind: 'at_most', at: ANSWERED + 12 * HOUR });
  });

  it('R-2.81 R-8.09 counts from the response, not from when it is viewed', () => {
    const url = 'http://127.0.0.1:8189/v2/hosted/1';
    expect(end({ url, modelId: 'veo/3', path: ['response', 'videos', 0, 'gcsUri'] })).toEqual({
      kind: 'at_most',
      at: ANSWERED + 24 * HOUR,
    });
  });

  it('R-2.88 is unknown for models outside the table', () => {
    expect(end({})).toEqual({ kind: 'unknown', copiesEndAt: null });
    expect(end({ modelId: 'byteplus/seedream-4' })).toEqual({ kind: 'unknown', copiesEndAt: null });
  });

  it('R-2.90 is unknown for a URL that the router may or may not have copied', () => {
    expect(end({ modelId: 'bfl/flux-2-pro' })).toEqual({ kind: 'unknown', copiesEndAt: ANSWERED + 24 * HOUR });
    expect(end({ modelId: 'byteplus/seedance', path: ['content', 'last_frame_url'] })).toEqual({
      kind: 'unknown',
      copiesEndAt: ANSWERED + 24 * HOUR,
    });
  });
});

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
    expect(unknown.text).toBe('Link may expire');
    expect(unknown.title).toMatch(/^The provider decides when this link expires\. Save/);
    const mixed = linkExpiryText({ kind: 'unknown', copiesEndAt: 24 * HOUR }, false, HOUR);
    expect(mixed.text).toBe('Link may expire');
    expect(mixed.title).toContain('If it is a copy of the router, it expires in at most 23 h 00 min.');
  });

  it('warns shortly before the expiry, and reports it afterwards', () => {
    const end = { kind: 'stated', at: HOUR } as const;
    expect(linkExpiryText(end, false, 0)).toMatchObject({ text: 'Link expires in 1 h 00 min', tone: 'quiet' });
    expect(linkExpiryText(end, false, 50 * 60_000).tone).toBe('warn');
    expect(linkExpiryText(end, false, HOUR)).toMatchObject({ text: 'Link expired', tone: 'warn' });
  });
});
