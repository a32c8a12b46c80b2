import { isFields } from '@contract/typed-objects';
import { fillPath } from '@contract/jobs/links';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { RelayedTarget } from './relay-target';

/** Statuses of a server without the content operation, of which the API only says that clients follow `url`. */
const WITHOUT_OPERATION = new Set([404, 405, 501]);

export function mayLackContent({ isContent }: RelayedTarget, status: number): boolean {
  return isContent && WITHOUT_OPERATION.has(status);
}

/** Returns the URLs at the surface of what names the file: its asset, then the job that the page names. */
export function ownersOf({ url, jobId, surface }: RelayedTarget): URL[] {
  const asset = new URL(url.origin + url.pathname.replace(/\/content$/, ''));
  if (jobId === null || surface.baseUrl === null) return [asset];
  return [asset, new URL(surface.baseUrl + fillPath(JOB_OPERATIONS.getJob.path, { id: jobId }))];
}

/** Returns the link to the file in an asset, or among the outputs of a job; `null` if there is none. */
export function contentLinkIn(body: unknown, { url }: RelayedTarget): string | null {
  const [id = ''] = url.pathname.split('/').slice(-2);
  const assetId = decodeURIComponent(id);
  if (!isFields(body)) return null;
  const files: unknown[] = Array.isArray(body['outputs']) ? body['outputs'] : [body];
  const file = files.find((each) => isFields(each) && each['id'] === assetId);
  return isFields(file) && typeof file['url'] === 'string' ? file['url'] : null;
}
