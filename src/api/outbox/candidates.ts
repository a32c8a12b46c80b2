import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '../api-error';
import { listedJobs } from '../jobs/listed-jobs';
import { jobWorkflowQuery, type JobWorkflow } from '../jobs/job-workflow-query';
import { operationKey, type Surface } from '../surface';
import { isNotOffered } from '../surfaces/offered-operations';
import { graphFingerprint } from './graph-fingerprint';
import { jobsOfItsTime } from './jobs-near-submission';
import { LABEL_GRAPH, type OutboxEntry } from './outbox-entry';

/**
 * Jobs that an act of submitting may have made, where neither a label nor the key tells which: of its time, and of the
 * same workflow. They are shown; only the user says which one it is.
 */
export interface Candidate {
  job: ListedJob;
  /** False: the surface does not give the workflow back, so that the time alone speaks for it. */
  isSameGraph: boolean;
}

/** Each may cost a request of its own. */
const MAX_READ = 8;
const MAX_SHOWN = 5;
const LIST_LIMIT = 100;

/** Null: the surface does not list its jobs. */
export function candidatesQuery(surface: Surface, entry: OutboxEntry, takenIds: ReadonlySet<string>) {
  return queryOptions({
    queryKey: operationKey(surface, 'listJobs', 'candidates', entry.id),
    queryFn: async ({ client, signal }): Promise<Candidate[] | null> => {
      let jobs: ListedJob[];
      try {
        jobs = await listedJobs(surface, { limit: String(LIST_LIMIT) }, signal);
      } catch (error) {
        if (isApiError(error) && isNotOffered(error.status)) return null;
        throw error;
      }
      const found: Candidate[] = [];
      for (const job of jobsOfItsTime(jobs, entry, takenIds).slice(0, MAX_READ)) {
        const { urls } = job;
        const fingerprint =
          job.metadata?.[LABEL_GRAPH] ??
          (urls ? await fingerprintOf(() => client.fetchQuery(jobWorkflowQuery(surface, { id: job.id, urls }))) : null);
        if (fingerprint === null || fingerprint === entry.graphFingerprint) {
          found.push({ job, isSameGraph: fingerprint !== null });
        }
      }
      return found.slice(0, MAX_SHOWN);
    },
    retry: false,
    gcTime: 0,
  });
}

async function fingerprintOf(read: () => Promise<JobWorkflow>): Promise<string | null> {
  try {
    const { text, format } = await read();
    return format === 'save' ? null : await graphFingerprint(text);
  } catch {
    return null;
  }
}
