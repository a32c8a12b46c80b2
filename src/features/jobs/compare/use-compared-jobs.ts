import { useQueries } from '@tanstack/react-query';
import type { Job, Output } from '@contract/jobs/schemas';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { jobQuery } from '@/api/jobs/job-query';
import { jobWorkflowQuery } from '@/api/jobs/job-workflow-query';
import type { Surface } from '@/api/surface';
import { comparedKind } from './compare-model';

export interface ComparedJob {
  id: string;
  /** Null while it is read, and where it cannot be. */
  job: Job | null;
  /** Those of its outputs that can be looked at. */
  outputs: readonly Output[];
  error: Error | null;
}

/** The jobs, wherever the list stands. */
export function useComparedJobs(surface: Surface, ids: readonly string[]): ComparedJob[] {
  return useQueries({
    queries: ids.map((id) => jobQuery(surface, id)),
    combine: (results) =>
      results.map(({ data, error }, at) => ({
        id: ids[at] ?? '',
        job: data?.job ?? null,
        outputs: (data?.job.outputs ?? []).filter((output) => comparedKind(output) !== null),
        error,
      })),
  });
}

/** Their workflows as executed; `problem` says why they cannot be compared. */
export function useComparedGraphs(
  surface: Surface,
  jobs: readonly ComparedJob[],
): { graphs: readonly Graph[] | null; problem: string | null } {
  return useQueries({
    queries: jobs.flatMap(({ job }) => (job ? [jobWorkflowQuery(surface, job)] : [])),
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
