import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { jobTitleOf, TITLE_LABEL } from '@contract/console/job-title';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { draftsQuery, readDraft } from '@/domains/drafts/drafts';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { jobsQuery } from '@/domains/jobs/job-queries';
import { jobQuery } from '@/domains/jobs/job-query';
import { jobWorkflowQuery } from '@/domains/jobs/job-workflow-query';
import type { Surface } from '@/api/surface';
import { formatDateTime } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { draftKeyOf, jobSource, type WorkflowSource } from '../dialog-requests/workflow-differences-request';

/** Returns the given sources, followed by the drafts and the newest jobs of the surface. */
export function useWorkflowSources(surface: Surface, given: readonly WorkflowSource[]): readonly WorkflowSource[] {
  const drafts = useQuery(draftsQuery(surface)).data?.drafts;
  // The list of the Jobs page, without its polling.
  const jobs = useQuery({ ...jobsQuery(surface, ALL_JOBS), refetchInterval: false }).data?.fetchedJobs;
  return useMemo(() => {
    const sources = new Map(given.map((source) => [source.key, source]));
    const add = (source: WorkflowSource) => sources.set(source.key, sources.get(source.key) ?? source);
    for (const { id, title, updatedAt } of drafts ?? []) {
      const label = t('Draft {title}, {time}', { title, time: formatDateTime(updatedAt) });
      add({ kind: 'draft', key: draftKeyOf(id), label, draftId: id });
    }
    for (const { job } of jobs ?? []) {
      const title = jobTitleOf({
        id: job.id,
        label: job.metadata?.[TITLE_LABEL],
        output: job.outputs?.[0]?.name,
        outputTitle: job.output_title,
      });
      add(
        jobSource(
          surface,
          job.id,
          t('Job {title}, {time}', { title, time: formatDateTime(Date.parse(job.created_at)) }),
        ),
      );
    }
    return [...sources.values()];
  }, [surface, given, drafts, jobs]);
}

export interface SourceGraph {
  graph: Graph | null;
  /** Why the workflow cannot be compared. */
  problem: string | null;
}

/** Loads the workflow of a source; neither graph nor problem while loading. */
export function useSourceGraph(surface: Surface, source: WorkflowSource | null): SourceGraph {
  const { data, error } = useQuery({ ...sourceQuery(surface, source), enabled: source !== null });
  return useMemo(() => {
    if (source === null) return { graph: null, problem: null };
    if (error)
      return {
        graph: null,
        problem: t('{label} could not be read: {message}', { label: source.label, message: error.message }),
      };
    const result = data === undefined ? null : readWorkflow(data, { allowNonFinite: true });
    if (result && !result.ok) return { graph: null, problem: `${source.label}: ${result.problem.message}` };
    return { graph: result?.graph ?? null, problem: null };
  }, [source, data, error]);
}

function sourceQuery(surface: Surface, source: WorkflowSource | null) {
  return queryOptions({
    queryKey: [surface.id, 'device.workflow-source', source?.key, source?.kind === 'text' ? source.text : null],
    queryFn: ({ client }) => (source ? readText(source, client) : ''),
    // A draft may have changed since it was last compared.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

async function readText(source: WorkflowSource, client: QueryClient): Promise<string> {
  if (source.kind === 'text') return source.text;
  if (source.kind === 'draft') {
    const draft = await readDraft(source.draftId);
    if (!draft) throw new Error(t('the draft was deleted'));
    return draft.text;
  }
  const { job } = await client.fetchQuery({ ...jobQuery(source.surface, source.jobId), staleTime: Infinity });
  return (await client.fetchQuery(jobWorkflowQuery(source.surface, job))).text;
}
