import { afterEach, expect, it, vi } from 'vitest';
import type { Surface } from '../surface';
import { offersQueue } from './queue-offer';

const surfaceAt = (routerBaseUrl: string | null) =>
  ({ id: 's', baseUrl: 'https://a.example', routerBaseUrl, bearer: 'b' }) as Surface;
const PATH = '/v2/models/{provider}/{model}/requests';

afterEach(() => vi.unstubAllGlobals());

function responseWith(response: () => Response) {
  const fetch = vi.fn(() => Promise.resolve(response()));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

it.each([
  ['describes it', { paths: { [PATH]: { post: {} } } }, true],
  ['describes another method', { paths: { [PATH]: { get: {} } } }, false],
  ['does not describe it', { paths: { '/v2/models': { get: {} } } }, false],
  ['describes nothing', {}, false],
])('checks for queueing on a router that %s', async (name, document, isOffered) => {
  const fetch = responseWith(() => Response.json(document));
  const surface = surfaceAt(`https://${name.replaceAll(' ', '-')}.example`);
  expect([await offersQueue(surface), await offersQueue(surface)]).toEqual([isOffered, isOffered]);
  expect(fetch).toHaveBeenCalledTimes(1);
});

it('a router without a description or a URL does not offer queueing', async () => {
  responseWith(() => new Response('{}', { status: 404 }));
  expect(await offersQueue(surfaceAt('https://no-description.example'))).toBe(false);
  expect(await offersQueue(surfaceAt(null))).toBe(false);
});

it('an unreachable router is checked again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('away')));
  const surface = surfaceAt('https://away.example');
  expect(await offersQueue(surface)).toBe(false);
  responseWith(() => Response.json({ paths: { [PATH]: { post: {} } } }));
  expect(await offersQueue(surface)).toBe(true);
});
