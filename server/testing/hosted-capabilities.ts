import { findValue } from '@contract/json/lossless';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { JobPage } from '@contract/jobs/schemas';
import { jobApiError, notFound } from '../http/job-api-error';
import { isRouterPath } from '../router/router-error';
import type { HostedSurfaceOptions } from './hosted-options';

const JOBS_PATH = JOB_OPERATIONS.listJobs.path;

/**
 * Rejects operations that the surface does not support, before the app handles them.
 * @throws HttpError `not_found` or `not_implemented`
 */
export function checkOffered(request: Request, { pathname }: URL, options: HostedSurfaceOptions): void {
  const isRouter = options.kind === 'router';
  // The private console API and the health operation exist on our gateway only.
  if (isRouter ? !isRouterPath(pathname) : !pathname.startsWith('/api/v2/')) throw notFound();
  if (pathname === JOB_OPERATIONS.getHealth.path) throw notFound();
  if (options.listing === 'none' && request.method === 'GET' && pathname === JOBS_PATH) {
    throw jobApiError('not_implemented', 'Listing jobs is not implemented');
  }
  if (options.hasWorkflows === false && /^\/api\/v2\/jobs\/[^/]+\/workflow$/.test(pathname)) throw notFound();
}

/** Converts the query to one of our gateway, as a surface with this listing interprets it: unknown parameters are ignored. */
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

/** Converts a page to the format of the surface. */
export function listingBody(page: JobPage, { listing = 'gateway' }: HostedSurfaceOptions): unknown {
  if (listing === 'jobs') {
    return { jobs: page.jobs, truncated: page.truncated || page.next_cursor !== undefined };
  }
  if (listing !== 'records') return page;
  const data = page.jobs.map((job) => ({ ...job, outputs: undefined, urls: undefined }));
  return { data, ...(page.next_cursor === undefined ? {} : { next_cursor: page.next_cursor }) };
}

/** Removes links that only jobs of our gateway have. */
export function withoutLogLinks(text: string): string {
  return text.replaceAll(/,"logs":"[^"]*\/logs"/g, '');
}

/** Returns a rejection whose code our gateway never sends, so that it is not in the table of the contract. */
export function labelRejection(bodyText: string, { takesLabels = true }: HostedSurfaceOptions): Response | null {
  if (takesLabels || !hasProperty(bodyText, 'metadata')) return null;
  const error = { code: 'metadata_not_supported', message: 'Labels are not supported here', details: null };
  return Response.json({ error }, { status: 422 });
}

/** Returns true if the body of a submission has the property; `false` if it is not JSON, which the app rejects. */
function hasProperty(bodyText: string, name: string): boolean {
  try {
    return findValue(bodyText, [name]) !== null;
  } catch {
    return false;
  }
}
