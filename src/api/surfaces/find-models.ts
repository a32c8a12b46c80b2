import type { ConnectionFinding, ConnectionReport, SurfaceConfig } from '@contract/console/surfaces';
import { testSurface } from './test-surface';

/** Findings that say that the server has no such API at this URL. */
const ABSENT = new Set<ConnectionFinding>(['wrong_path', 'not_this_api']);

export interface TestedSurface {
  /** With the URL of its models. */
  surface: SurfaceConfig;
  reports: readonly ConnectionReport[];
}

/**
 * Tests a surface without a Model Router, and looks for one at the URL of its Job API, where a Flowdeck gateway has both. If the
 * server does not respond at all, it is assumed to have one.
 * @throws ApiError if the gateway itself does not respond
 */
export async function findModels(
  surface: SurfaceConfig,
  credential: string | null | undefined,
): Promise<TestedSurface> {
  const both = { ...surface, routerBaseUrl: surface.baseUrl };
  const reports = await testSurface(both, credential);
  const router = reports.find(({ target }) => target === 'router');
  if (!router) return { surface, reports };
  const isAbsent = ABSENT.has(router.finding);
  const isElsewhere = isAbsent && router.suggestedBaseUrl !== null;
  const jobs = reports.filter(({ target }) => target === 'jobs');
  // One URL that fails for both says so once.
  const isSame = jobs[0]?.finding === router.finding && router.finding !== 'ok';
  return {
    surface: isAbsent ? surface : both,
    reports: (isAbsent && !isElsewhere) || isSame ? jobs : reports,
  };
}
