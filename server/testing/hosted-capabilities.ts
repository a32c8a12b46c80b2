import { findValue } from '@contract/json/lossless';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { JobPage } from '@contract/jobs/schemas';
import { isRouterPath } from '../router/router-problem';
import { ApiProblem } from '../http/operation';
import { notFound } from '../http/problem-response';
import type { HostedSurfaceOptions } from './hosted-options';

const JOBS_PATH = JOB_OPERATIONS.listJobs.path;

/**
 * Refuses what the surface does not offer, before its app is asked.
 * @throws ApiProblem `not_found` or `not_implemented`
 */
export function checkOffered(request: Request, { pathname }: URL, options: HostedSurfaceOptions): void {
  const isRouter = options.kind === 'router';
  // What the gateway offers to its own console, and its health, exists nowhere else.
  if (isRouter ? !isRouterPath(pathname) : !pathname.startsWith('/api/v2/')) throw notFound();
  if (pathname === JOB_OPERATIONS.getHealth.path) throw notFound();
  if (options.listing === 'none' && request.method === 'GET' && pathname === JOBS_PATH) {
    throw new ApiProblem('not_implemented', 'Listing jobs is not implemented');
  }
  if (options.hasWorkflows === false && /^\/api\/v2\/jobs\/[^/]+\/workflow$/.test(pathname)) throw notFound();
}

/** The query as a surface with this listing understands it: what it does not know, it ignores. */
export function listingQuery(inner: URL, { listing = 'gateway' }: HostedSurfaceOptions): URL {
  const ignored: Record<typeof listing, RegExp | null> = {
    gateway: null,
    none: null,
    records: /^status$/,
    jobs: /^(?:cursor$|metadata\[)/,
  };
  const url = new URL(inner);
  const names = [...url.searchParams.keys()].filter((name) => ignored[listing]?.test(name));
  for (const name of names) url.searchParams.delete(name);
  return url;
}

/** A page in the format of the surface. */
export function listingBody(page: JobPage, { listing = 'gateway' }: HostedSurfaceOptions): unknown {
  if (listing === 'jobs') {
    return { jobs: page.jobs, truncated: page.truncated || page.next_cursor !== undefined };
  }
  if (listing !== 'records') return page;
  const data = page.jobs.map((job) => ({ ...job, outputs: undefined, urls: undefined }));
  return { data, ...(page.next_cursor === undefined ? {} : { next_cursor: page.next_cursor }) };
}

/** Hides what jobs have on the gateway only. */
export function withoutLogLinks(text: string): string {
  return text.replaceAll(/,"logs":"[^"]*\/logs"/g, '');
}

/** A refusal that our gateway never gives, so that its code is not in the table of the contract. */
export function labelRejection(bodyText: string, { takesLabels = true }: HostedSurfaceOptions): Response | null {
  if (takesLabels || !hasMember(bodyText, 'metadata')) return null;
  const error = { code: 'metadata_not_supported', message: 'Labels are not supported here', details: null };
  return Response.json({ error }, { status: 422 });
}

/** Of the body of a submission; `false` if it is not JSON, which the app judges. */
function hasMember(bodyText: string, name: string): boolean {
  try {
    return findValue(bodyText, [name]) !== null;
  } catch {
    return false;
  }
}
