import type { Job, JobUrls, Output, Progress } from '@contract/jobs/schemas';
import { fillPath } from '@contract/jobs/links';
import { JOB_OPERATIONS } from '@contract/jobs/operations';
import { signContentUrl, type SigningDeps } from '../assets/signed-urls';
import { isoTime } from '../clock';
import { isContentRemoved, type JobRecord, type OutputRecord } from '../storage/store';

/** State for which the runner is more recent than the store. */
export interface ActiveRunDetails {
  queuePosition(id: string): number | null;
  liveProgress(id: string): Progress | null;
}

/** Builds the Job object (Job API 2) for a client at `origin`. */
export function jobView(
  job: JobRecord,
  outputs: readonly OutputRecord[],
  live: ActiveRunDetails,
  origin: string,
  deps: SigningDeps,
): Job {
  const { createdAt, startedAt, completedAt } = job;
  return {
    id: job.id,
    status: job.status,
    created_at: isoTime(createdAt),
    started_at: startedAt === null ? null : isoTime(startedAt),
    completed_at: completedAt === null ? null : isoTime(completedAt),
    expires_at: isoTime(job.expiresAt),
    queue_position: job.status === 'queued' ? live.queuePosition(job.id) : null,
    progress: live.liveProgress(job.id) ?? job.progress,
    outputs: outputs.map((output) => outputView(output, origin, deps)),
    error: job.error,
    metrics: {
      queue_ms: startedAt === null ? null : elapsed(createdAt, startedAt),
      execution_ms: startedAt === null || completedAt === null ? null : elapsed(startedAt, completedAt),
    },
    urls: jobUrls(job.id, origin),
    metadata: job.labels,
    ...(job.outputTitle === null ? {} : { output_title: job.outputTitle }),
    ...(job.engine === null ? {} : { engine: job.engine }),
  };
}

/** Job API 2, Output. */
export function outputView(output: OutputRecord, origin: string, deps: SigningDeps): Output {
  const { asset } = output;
  const { url, expiresAt } = signContentUrl(asset.id, origin, deps);
  return {
    node_id: output.nodeId,
    name: output.name,
    type: output.type,
    content_type: asset.contentType,
    size_bytes: asset.sizeBytes,
    id: asset.id,
    hash: asset.blob === null ? null : `blake3:${asset.blob}`,
    url,
    url_expires_at: isoTime(expiresAt),
    job_id: output.jobId,
    ...(isContentRemoved(asset) ? { content_removed: 'storage_limit' } : {}),
  };
}

/** Absolute URLs, so that clients outside a browser need not resolve them. Every job has a logs link, since logs are always captured. */
function jobUrls(id: string, origin: string): JobUrls {
  const link = (operation: 'getJob' | 'getJobEvents' | 'cancelJob' | 'getJobLogs') =>
    origin + fillPath(JOB_OPERATIONS[operation].path, { id });
  return { self: link('getJob'), events: link('getJobEvents'), cancel: link('cancelJob'), logs: link('getJobLogs') };
}

/** Avoids negative durations after the clock was set back. */
function elapsed(from: number, to: number): number {
  return Math.max(0, Math.round(to - from));
}
