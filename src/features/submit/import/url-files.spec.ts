import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FetchProblem, FetchProblemDetails } from '@contract/console/fetch-url';

const SITE = 'https://site.example';

beforeEach(() => vi.stubGlobal('location', new URL('http://127.0.0.1:8189/')));
afterEach(() => vi.unstubAllGlobals());

/** Returns what the page says if the gateway does not fetch the file. */
async function problemFor(url: string, details: Partial<FetchProblemDetails> & { problem: FetchProblem }) {
  const { host } = new URL(url);
  const error = { code: 'invalid_request', message: 'no', details: { host, ...details } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error }, { status: 422 })));
  const { fetchUrls } = await import('./url-files');
  const { files, problems } = await fetchUrls([url], new AbortController().signal);
  expect(files).toEqual([]);
  expect(problems).toHaveLength(1);
  return problems[0];
}

describe('a URL that cannot be opened says why, and what to do:', () => {
  it.each([
    [
      'https://me:secret@site.example/a',
      'password',
      'The URL contains a user name or a password',
      /Flowdeck sends none/,
    ],
    ['http://10.0.0.1/a.png', 'private', 'Not a public address', /10\.0\.0\.1 is in a private network.*drop it here/],
    ['https://nowhere.example/a', 'name', 'Host not found', /There is no nowhere\.example/],
    [`${SITE}/a`, 'unreachable', 'The site could not be reached', /refused or closed/],
    [`${SITE}/a`, 'tls', 'The certificate of the site is not valid', /drop it here/],
    [`${SITE}/a`, 'timeout', 'The site did not respond in time', /Try again later/],
    [`${SITE}/a`, 'redirects', 'Too many redirects', /sign-in/],
    ['ftp://site.example/a', 'scheme', 'Only http and https URLs can be opened', /drop it here/],
  ] as const)('%s (%s)', async (url, problem, title, explanation) => {
    expect(await problemFor(url, { problem })).toMatchObject({
      title,
      explanation: expect.stringMatching(explanation) as string,
    });
  });

  it('a file that is too large, with the limit', async () => {
    expect(await problemFor(`${SITE}/a`, { problem: 'too_large', max_bytes: 2 * 1024 ** 3 })).toMatchObject({
      title: 'File too large',
      explanation: 'It has more than 2.00 GiB, the upload limit of this gateway.',
    });
  });

  it.each([
    [403, 'The site does not allow access to this file', /download the file there/],
    [410, 'The site has no file at this URL', /responded with 410/],
    [503, 'The site responded with 503', /Try again later/],
  ])('status %i', async (status, title, explanation) => {
    expect(await problemFor(`${SITE}/a.png`, { problem: 'status', status })).toMatchObject({
      title,
      explanation: expect.stringMatching(explanation) as string,
    });
  });

  it('by its host and the end of its path, without a signature', async () => {
    expect(await problemFor(`${SITE}/private/a%20b.png?sig=secret`, { problem: 'tls' })).toMatchObject({
      name: 'site.example/a b.png',
    });
  });
});
