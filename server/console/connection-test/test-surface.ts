import type { z } from 'zod/mini';
import { testTarget } from '@contract/console/connection-test';
import type { ConnectionReport, ConnectionReports, SurfaceConfig } from '@contract/console/surfaces';
import type { AppDeps } from '../../deps';
import { jobApiError } from '../../http/job-api-error';
import type { OperationHandler } from '../../http/operation';
import type { SurfaceListDeps } from '../surfaces/list-surfaces';
import { readSurfaceChange, type ChangeDeps } from '../surfaces/read-surface-change';
import { probeSurface, type ProbeDeps } from './probe-surface';
import type { StoredSurface } from '../surfaces/surface-store';

/** `POST /console/surfaces/test`: probes the APIs of a surface, saved or not. */
export const testSurface =
  (deps: SurfaceListDeps & ChangeDeps & Pick<AppDeps, 'clock' | 'version' | 'relayFetch'>): OperationHandler =>
  async ({ request }) => {
    const change = await readSurfaceChange(request, deps);
    const { relayFetch, surfaceList } = deps;
    if (!relayFetch) throw jobApiError('not_implemented', 'This gateway has no relay');
    const parts = { ...deps, relayFetch, signal: request.signal };
    const reports = await testConnection(change.surface, surfaceList.credentialFor(change), parts);
    const body: z.infer<typeof ConnectionReports> = { reports };
    return Response.json(body, { headers: { 'cache-control': 'no-store' } });
  };

/** Probes each API of a surface separately and returns how they respond to this gateway. */
function testConnection(
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
