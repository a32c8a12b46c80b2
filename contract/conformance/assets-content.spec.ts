import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Asset } from '../jobs/schemas';
import { newBytes, readAsset, uploaded } from './harness/assets-on-surface';
import { TEST_TOKEN as TOKEN } from './harness/target';
import { HOSTS } from './harness/harness';
import { errorCode } from './harness/jobs-on-surface';
import type { Surface } from './harness/surface';

const BYTES = '0123456789abcdefghij';

describe.each(HOSTS)('asset content $name', ({ open }) => {
  let surface: Surface;
  let asset: Asset;
  beforeAll(async () => {
    surface = await open();
  });
  beforeEach(async () => {
    asset ??= await uploaded(surface, { file: BYTES, parts: { content_type: 'image/png', file_path: 'a/Grüße.png' } });
  });
  afterAll(() => surface.close());

  const plain = () => `/api/v2/assets/${asset.id}/content`;
  const needsNoCredential = () => {
    if (surface.sendsCredential) surface.notOffered('the surface asks for a credential');
  };
  const get = (headers: Record<string, string> = {}, link = plain()) => surface.fetch(link, { headers });

  test('J-4.107 the whole file is sent with 200 and Accept-Ranges', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(BYTES.length),
      'accept-ranges': 'bytes',
      'content-disposition': 'inline; filename="Gr__e.png"; filename*=UTF-8\'\'Gr%C3%BC%C3%9Fe.png',
    });
    expect(await response.text()).toBe(BYTES);
  });

  test.each([
    ['bytes=0-9', '0123456789', 'bytes 0-9/20'],
    ['bytes=15-', 'fghij', 'bytes 15-19/20'],
    ['bytes=15-1000', 'fghij', 'bytes 15-19/20'],
    ['bytes=-3', 'hij', 'bytes 17-19/20'],
    ['bytes=19-19', 'j', 'bytes 19-19/20'],
  ])('J-4.107 the range %s gets 206', async (range, bytes, contentRange) => {
    for (const link of [plain(), asset.url]) {
      const response = await get({ range }, link);
      expect(response.status).toBe(206);
      expect(response.headers.get('content-range')).toBe(contentRange);
      expect(response.headers.get('content-length')).toBe(String(bytes.length));
      expect(await response.text()).toBe(bytes);
    }
  });

  test.each(['bytes=999999999-', 'bytes=20-', 'bytes=-0'])('J-4.107 the range %s gets 416', async (range) => {
    const response = await get({ range });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe('bytes */20');
    expect(await errorCode(response)).toBe('range_not_satisfiable');
  });

  test.each(['bytes=0-1,4-5', 'bytes=5-1', 'rows=0-1'])(
    'the range %s may be ignored, and is ignored',
    async (range) => {
      const response = await get({ range });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(BYTES);
    },
  );

  test('content that the client has cached is not sent again', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect(etag).toBe(`"${asset.hash?.slice('blake3:'.length)}"`);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      expect((await get({ 'if-none-match': known })).status).toBe(304);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  test('a download is resumed only for the same bytes', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=5-', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=5-', 'if-range': '"other"' })).status).toBe(200);
  });

  test('HEAD returns the size and no body', async () => {
    const response = await surface.fetch(plain(), { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(BYTES.length));
    expect(await response.text()).toBe('');
  });

  test('an empty file has no body and no ranges', async () => {
    const empty = await uploaded(surface, { file: '' });
    const response = await get({}, empty.url);
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: '' });
    expect((await get({ range: 'bytes=0-' }, empty.url)).status).toBe(416);
  });

  test('large files are sent unchanged, completely and in ranges', async () => {
    const bytes = Uint8Array.from({ length: 3_000_001 }, (_, i) => (i * 7919) % 251);
    const big = await uploaded(surface, { file: bytes });
    const whole = Buffer.from(await (await get({}, big.url)).arrayBuffer());
    expect(whole.equals(bytes)).toBe(true);
    const part = Buffer.from(await (await get({ range: 'bytes=1000000-2999999' }, big.url)).arrayBuffer());
    expect(part.equals(bytes.subarray(1_000_000, 3_000_000))).toBe(true);
  });

  test('a signed URL is cacheable while it is valid, and equal for every read', async () => {
    expect((await readAsset(surface, asset.id)).url).toBe(asset.url);
    const caching = (await get({}, asset.url)).headers.get('cache-control') ?? '';
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(caching) ?? [];
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThanOrEqual(6.25 * 3600);
    expect((await get()).headers.get('cache-control')).toBe('private, no-cache');
  });

  test.each(['text/html', 'image/svg+xml', 'application/xml', 'application/pdf', 'text/javascript'])(
    'untrusted %s is downloaded and never displayed',
    async (content_type) => {
      const hostile = await uploaded(surface, {
        file: '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
        parts: { content_type, file_path: 'page' },
      });
      const { headers } = await get({}, hostile.url);
      expect(headers.get('content-disposition')).toBe('attachment; filename="page"');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/(^|; )sandbox(;|$)/);
    },
  );

  test.each(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'iframe', 'object', 'embed', 'font'])(
    'stored bytes cannot be used as %s, signed or not',
    async (use) => {
      for (const site of ['same-origin', 'cross-site']) {
        const response = await get({ 'sec-fetch-dest': use, 'sec-fetch-site': site }, asset.url);
        expect(response.status).toBe(403);
        expect(response.headers.get('vary')).toContain('Sec-Fetch-Dest');
      }
    },
  );

  test.each(['image', 'video', 'audio', 'document', 'empty'])('stored bytes can be used as %s', async (use) => {
    expect((await get({ 'sec-fetch-dest': use }, asset.url)).status).toBe(200);
  });

  test.each(['signature=forged&expires=1', 'expires=99999999999', 'signature='])(
    'an invalid signature is rejected: %s',
    async (query) => {
      needsNoCredential();
      expect((await get({}, `${plain()}?${query}`)).status).toBe(403);
    },
  );

  test('the signature of one asset is invalid for others', async () => {
    needsNoCredential();
    const other = await uploaded(surface, { file: newBytes() });
    const stolen = asset.url.replace(asset.id, other.id);
    expect((await get({}, stolen)).status).toBe(403);
  });

  test('?thumb of a file that is not an image returns the file itself', async () => {
    for (const request of ['256', '1', '99999', 'big', '']) {
      expect(await (await get({}, `${asset.url}&thumb=${request}`)).text()).toBe(BYTES);
    }
  });
});

describe.each(HOSTS)('content behind a token $name', ({ open }) => {
  let surface: Surface;
  let asset: Asset;
  const authorization = `Bearer ${TOKEN}`;
  beforeAll(async () => {
    surface = await open({ token: TOKEN });
  });
  beforeEach(async () => {
    asset ??= await uploaded(surface, { file: BYTES, headers: { authorization } });
  });
  afterAll(() => surface.close());

  test('J-2.80 the signed URL needs no header, the plain one does', async () => {
    const plain = `/api/v2/assets/${asset.id}/content`;
    expect(await (await surface.fetch(asset.url)).text()).toBe(BYTES);
    expect((await surface.fetch(plain)).status).toBe(401);
    expect((await surface.fetch(plain, { headers: { authorization } })).status).toBe(200);
  });

  test('a forged signature is rejected, and does not invalidate the token', async () => {
    const forged = asset.url.replace(/signature=./, 'signature=z');
    const rejected = await surface.fetch(forged);
    expect(rejected.status).toBe(401);
    expect(await errorCode(rejected)).toBe('unauthorized');
    expect((await surface.fetch(forged, { headers: { authorization } })).status).toBe(200);
  });

  test('J-8.06 an expired URL is rejected', async () => {
    const past = asset.url.replace(/expires=\d+/, 'expires=1000000000');
    expect((await surface.fetch(past)).status).toBe(401);
  });

  test('the signature of a content URL is invalid for other operations', async () => {
    const record = asset.url.replace('/content', '');
    expect((await surface.fetch(record)).status).toBe(401);
  });
});
