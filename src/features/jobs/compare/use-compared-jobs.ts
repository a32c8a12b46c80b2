import { useQueries } from '@tanstack/react-query';
import type { Job, Output } from '@contract/jobs/schemas';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { jobTitleHere, shortId } from '../job/job-title';
import { comparedKind } from './compare-model';

/** A job and its server. */
export interface JobAt {
  surface: Surface;
  id: string;
  /** Shown instead of the job's own title. */
  title?: string;
}

export interface ComparedJob extends JobAt {
  /** Unique among the compared jobs, since servers may use the same id. */
  key: string;
  /** `null` while loading, or if it cannot be read. */
  job: Job | null;
  /** Outputs that can be compared. */
  files: readonly Output[];
  error: Error | null;
}

/** Returns the jobs, each fetched from its own server, regardless of the list. */
export function useComparedJobs(given: readonly JobAt[]): ComparedJob[] {
  return useQueries({
    queries: given.map(({ surface, id }) => jobQuery(surface, id)),
    combine: (results) =>
      given.map((jobAt, index) => {
        const { data, error = null } = results[index] ?? {};
        return {
          ...jobAt,
          key: jobKey(jobAt),
          job: data?.job ?? null,
          files: (data?.job.outputs ?? []).filter((output) => comparedKind(output) !== null),
          error,
        };
      }),
  });
}

export function comparedTitle({ title, surface, job, id }: ComparedJob): string {
  return title ?? (job ? jobTitleHere(surface, job) : shortId(id));
}

export function jobKey({ surface, id }: JobAt): string {
  return `${surface.id}/${id}`;
}

/** Returns the executed workflows; `problem` is the reason why they cannot be compared. */
export function useComparedGraphs(jobs: readonly ComparedJob[]): {
  graphs: readonly Graph[] | null;
  problem: string | null;
} {
  return useQueries({
    queries: jobs.flatMap(({ surface, job }) => (job ? [jobWorkflowQuery(surface, job)] : [])),
    combine: (results) => {
      const graphs: Graph[] = [];
      for (const { data, error } of results) {
        if (error)
          return { graphs: null, problem: t('A workflow could not be read: {message}', { message: error.message }) };
        const result = data ? readWorkflow(data.text) : null;
        if (result && !result.ok) return { graphs: null, problem: result.problem.message };
        if (result) graphs.push(result.graph);
      }
      return { graphs: graphs.length === jobs.length ? graphs : null, problem: null };
    },
  });
}
