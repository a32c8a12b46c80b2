import type { HostedSurface } from '@server/testing/hosted-surface';
import type { MemoryDeps } from '@server/testing/memory-deps';
import { validateResponse } from './checked-response';
import { followLink, OWN_SURFACE, wholeResponse, type Surface } from './surface';

/** Returns a simulated hosted surface as the holder of one API key sees it; `null`: a client without a key. */
export function asCaller(hosted: HostedSurface, deps: MemoryDeps, key: string | null): Surface {
  const { baseUrl } = hosted;
  const mount = new URL(baseUrl).pathname.replace(/\/$/, '');
  return {
    ...OWN_SURFACE,
    name: 'hosted',
    baseUrl,
    clock: deps.clock,
    engine: deps.engine,
    models: deps.scriptedModels,
    async fetch(link, init = {}) {
      const url = new URL(followLink(link, baseUrl));
      const headers = new Headers(init.headers);
      if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`);
      const response = await wholeResponse(await hosted.fetch(new Request(url, { ...init, headers })));
      // As the operation table writes it.
      url.pathname = url.pathname.slice(mount.length);
      await validateResponse(init.method ?? 'GET', url, response);
      return response;
    },
    pass: (ms) => deps.clock.advance(ms),
    restart: () => Promise.reject(new Error('A hosted surface is not restarted by its callers')),
    logLines: () => [],
    close: () => hosted.close(),
  };
}
