import type { ConnectionFinding, ConnectionReport, RelayTarget, SurfaceConfig } from '@contract/console/surfaces';
import { probeSurface, type ProbeDeps } from './probe-surface';
import { candidatesOf, findingOf, isApiError, reportOf } from './read-probe';
import type { StoredSurface } from './surface-store';

/** Findings that show that the API is there. */
const FOUND = new Set<ConnectionFinding>(['ok', 'clock_skew', 'unauthorized', 'forbidden']);

/** How the APIs of a surface answer this gateway, each by itself. The page has a twin of it for direct surfaces. */
export function testConnection(
  surface: SurfaceConfig,
  credential: string | null,
  deps: ProbeDeps,
): Promise<ConnectionReport[]> {
  const stored: StoredSurface = { ...surface, credential };
  const targets = [
    surface.baseUrl === null ? [] : testTarget('jobs', surface.baseUrl, stored, deps),
    surface.routerBaseUrl === null ? [] : testTarget('router', surface.routerBaseUrl, stored, deps),
  ];
  return Promise.all(targets.flat());
}

async function testTarget(
  target: RelayTarget,
  baseUrl: string,
  surface: StoredSurface,
  deps: ProbeDeps,
): Promise<ConnectionReport> {
  const first = await probeSurface(target, baseUrl, surface, deps);
  const finding = findingOf(target, first);
  const report = reportOf(target, first, finding, surface.credential);
  if (finding !== 'wrong_path' && finding !== 'not_this_api') return report;
  for (const candidate of candidatesOf(baseUrl)) {
    // One after the other: the nearest path that works is the one that is meant.
    if (FOUND.has(findingOf(target, await probeSurface(target, candidate, surface, deps)))) {
      return { ...report, finding: 'wrong_path', suggestedBaseUrl: candidate };
    }
  }
  // A surface without a list may say so with a 404 of the API; the 404 of another server has no envelope.
  const hasNoList = target === 'jobs' && first.kind === 'response' && first.status === 404 && isApiError(first.body);
  return hasNoList ? reportOf(target, first, 'ok', surface.credential) : report;
}
