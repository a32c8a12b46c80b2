import { RELAY_HEADER } from '@contract/console/surfaces';
import type { JobOperationId } from '@contract/jobs/operations';
import { t } from '@/lib/i18n/messages';
import { ApiError } from '../api-error';
import type { Surface } from '../surface';
import { lacksCapability, learn, type CapabilityId } from './capability-record';

/** Operations of the Job API that not every surface has. */
const CAPABILITY_OF: Partial<Record<JobOperationId, CapabilityId>> = {
  listJobs: 'lists',
  getJobWorkflow: 'workflow',
  headAssetByHash: 'hashes',
  assetFromHash: 'hashes',
  getHealth: 'health',
};

/** Returns true if the error means that the surface does not support the operation at all. */
export function isUnsupported(status: number): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** Throws the error that the surface would return, without a request. @throws ApiError */
export function assertOffered(surface: Surface, id: JobOperationId): void {
  const capability = CAPABILITY_OF[id];
  if (capability === undefined || !lacksCapability(surface, capability)) return;
  const message = t('{name} does not support this.', { name: surface.name });
  throw new ApiError({ kind: 'answered', code: 'not_implemented', status: 501, message });
}

/** A 404 counts as unsupported only if nothing else can be missing, such as a job, a file or a hash. */
export function recordFromResponse(surface: Surface, id: JobOperationId, { ok, status, headers }: Response): void {
  const capability = CAPABILITY_OF[id];
  // An error of the relay is not one of the surface.
  if (capability === undefined || headers.has(RELAY_HEADER)) return;
  if (ok) learn(surface, capability, true);
  else if (status === 405 || status === 501) learn(surface, capability, false);
  else if (status !== 404) return;
  else if (capability === 'lists' || capability === 'health') learn(surface, capability, false);
  else if (capability === 'hashes') learn(surface, capability, true);
}
