import { testTarget } from '@contract/console/connection-test';
import type { ConnectionReport, SurfaceConfig } from '@contract/console/surfaces';
import { probeSurface, type ProbeDeps } from './probe-surface';
import type { StoredSurface } from './surface-store';

/** How the APIs of a surface respond to this gateway, each by itself. */
export function testConnection(
  surface: SurfaceConfig,
  credential: string | null,
  deps: ProbeDeps,
): Promise<ConnectionReport[]> {
  const stored: StoredSurface = { ...surface, credential };
  const { baseUrl, routerBaseUrl } = surface;
  const tests = [
    baseUrl === null ? [] : testTarget('jobs', baseUrl, credential, (url) => probeSurface('jobs', url, stored, deps)),
    routerBaseUrl === null
      ? []
      : testTarget('router', routerBaseUrl, credential, (url) => probeSurface('router', url, stored, deps)),
  ];
  return Promise.all(tests.flat());
}
