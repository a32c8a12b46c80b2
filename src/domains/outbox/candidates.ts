import { queryOptions } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { listedJobs } from '@/api/surfaces/listed-jobs';
import { jobWorkflowQuery, type JobWorkflow } from '../jobs/job-workflow-query';
import { operationKey, type Surface } from '@/api/surface';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { graphFingerprint } from './graph-fingerprint';
import { jobsNearSubmission } from './jobs-near-submission';
import { type OutboxEntry } from './outbox-entry';
import { LABEL_GRAPH } from '../job-record/job-labels';

/**
 * Jobs that a submission may have created, if neither label nor key identifies one: jobs of its time and of the same workflow. They
 * are only displayed; the user chooses.
 */
export interface Candidate {
  job: ListedJob;
  /** False if the surface does not return workflows, so that only the time matches. */
  isSameGraph: boolean;
}

/** Maximum number of workflows to fetch: each may need a request. */
const MAX_READ = 8;
const MAX_SHOWN = 5;
const LIST_LIMIT = 100;

/** Resolves with `null` if the surface has no job list. */
export function candidatesQuery(surface: Surface, entry: OutboxEntry, takenIds: ReadonlySet<string>) {
  return queryOptions({
    queryKey: operationKey(surface, 'listJobs', 'candidates', entry.id),
    queryFn: async ({ client, signal }): Promise<Candidate[] | null> => {
      let jobs: ListedJob[];
      try {
        jobs = await listedJobs(surface, { limit: String(LIST_LIMIT) }, signal);
      } catch (error) {
        if (isApiError(error) && isUnsupported(error.status)) return null;
        throw error;
      }
      const found: Candidate[] = [];
      for (const job of jobsNearSubmission(jobs, entry, takenIds).slice(0, MAX_READ)) {
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
