import { useQueries } from '@tanstack/react-query';
import type { Job, Output } from '@contract/jobs/schemas';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { jobQuery } from '@/api/jobs/job-query';
import { jobWorkflowQuery } from '@/api/jobs/job-workflow-query';
import type { Surface } from '@/api/surface';
import { comparedKind } from './compare-model';

/** A job, and the server that has it. */
export interface JobAt {
  surface: Surface;
  id: string;
}

export interface ComparedJob extends JobAt {
  /** Of this one among those compared: servers may give the same id. */
  key: string;
  /** Null while it is read, and where it cannot be. */
  job: Job | null;
  /** Those of its outputs that can be looked at. */
  outputs: readonly Output[];
  error: Error | null;
}

/** The jobs, wherever the list stands, each read from its own server. */
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
          outputs: (data?.job.outputs ?? []).filter((output) => comparedKind(output) !== null),
          error,
        };
      }),
  });
}

export function jobKey({ surface, id }: JobAt): string {
  return `${surface.id}/${id}`;
}

/** Their workflows as executed; `problem` says why they cannot be compared. */
export function useComparedGraphs(jobs: readonly ComparedJob[]): {
  graphs: readonly Graph[] | null;
  problem: string | null;
} {
  return useQueries({
    queries: jobs.flatMap(({ surface, job }) => (job ? [jobWorkflowQuery(surface, job)] : [])),
    combine: (results) => {
      const graphs: Graph[] = [];
      for (const { data, error } of results) {
        if (error) return { graphs: null, problem: `A workflow could not be read: ${error.message}` };
        const reading = data ? readWorkflow(data.text) : null;
        if (reading && !reading.ok) return { graphs: null, problem: reading.problem.message };
        if (reading) graphs.push(reading.graph);
      }
      return { graphs: graphs.length === jobs.length ? graphs : null, problem: null };
    },
  });
}
