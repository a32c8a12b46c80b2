import { http } from 'msw';
import { originsOf, type SurfaceConfig } from '@contract/console/surfaces';
import { forgetKey, putKey } from '@/api/change-keys';
import { findSurface, type Surface } from '@/api/surface';
import { forgetCapabilities } from '@/api/surfaces/capability-record';
import { credentials } from '@/api/surfaces/direct-credentials';
import { cacheSurfaceList } from '@/api/surfaces/surface-list';
import { systemClock } from '@server/clock';
import type { HostedSurfaceOptions } from '@server/testing/hosted-options';
import { HostedSurface } from '@server/testing/hosted-surface';
import { createMemoryDeps } from '@server/testing/memory-deps';
import { scripted } from './scripted-graph';
import { listServers, type BrowserGateway } from './gateway';

export const HOSTED_KEY = 'ada-1';

/** Runs everywhere, at once. */
export const QUICK_GRAPH = {
  '1': scripted('ScriptLog', { message: 'hello' }),
  '2': scripted('ScriptText', { text: 'far away' }),
};

/** Hosted servers beside the gateway of a browser test, each at an origin of its own. */
export class HostedServers {
  readonly #opened: HostedSurface[] = [];
  readonly #ids = new Set<string>();

  async open(
    gateway: BrowserGateway,
    origin: string,
    options: Partial<HostedSurfaceOptions> = {},
  ): Promise<HostedSurface> {
    const hosted = await HostedSurface.open(
      {
        kind: 'serverless',
        origin,
        accounts: { ada: { keys: [HOSTED_KEY] } },
        ...options,
      },
      await createMemoryDeps({}, systemClock),
    );
    this.#opened.push(hosted);
    gateway.worker.use(http.all(`${origin}/*`, ({ request }) => hosted.fetch(request)));
    return hosted;
  }

  /** Reached directly, unless told otherwise. */
  configure(...surfaces: readonly (Partial<SurfaceConfig> & { id: string; key?: string })[]): void {
    const defaults = { color: 'blue', kind: 'serverless', routerBaseUrl: null, routerAuth: 'bearer' } as const;
    for (const { id, baseUrl = null, routerBaseUrl = null, key = HOSTED_KEY } of surfaces) {
      this.#ids.add(id);
      putKey(credentials, id, 'page', { value: key, origins: originsOf({ baseUrl, routerBaseUrl }) });
    }
    listServers({
      surfaces: surfaces.map(({ key: _key, ...surface }) => ({
        ...defaults,
        name: surface.id,
        baseUrl: null,
        access: 'direct',
        dialect: 'service',
        hasCredential: true,
        ...surface,
      })),
      defaultId: 'local',
    });
  }

  async close(): Promise<void> {
    for (const id of this.#ids) {
      forgetKey(credentials, id);
      forgetCapabilities(id);
    }
    cacheSurfaceList({ surfaces: [], defaultId: 'local' });
    await Promise.all(this.#opened.map((hosted) => hosted.close()));
  }
}

export function surfaceAt(id: string): Surface {
  const surface = findSurface(id);
  if (!surface) throw new Error(`${id} is not configured`);
  return surface;
}
