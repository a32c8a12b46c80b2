import { useMemo } from 'react';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import { findSurface, operationKey, type Surface } from '@/api/surface';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { startedFrom, useOutboxView } from '@/domains/outbox/outbox-store';
import { isApiError } from '@/api/api-error';
import { listedJobs } from '@/api/surfaces/listed-jobs';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { useJobOverlay } from '@/api/live/live-store';
import { mergeJob, type ShownJob } from '@/api/live/merge-job';
import { historyJobQuery } from '@/domains/history/history';
import { LABEL_DRAFT } from '@/domains/job-record/job-labels';
import { jobQuery, type JobData } from '@/domains/jobs/job-query';
import { jobWorkflowQuery, type JobWorkflow } from '@/domains/jobs/job-workflow-query';
import { useEditor, useSession } from '../draft/session/session-context';

const MAX_RUNS = 50;
const CACHED_MS = 10_000;

/** A job that was started from the draft. */
export interface DraftRun {
  /** Id of its submission; of the job if another browser started it. */
  id: string;
  /** What was submitted: by this browser, or by another one, as the server lists it. */
  source: OutboxEntry | ListedJob;
  createdAt: number;
  surface: Surface;
  /** It is not the server of the draft. */
  isElsewhere: boolean;
  jobId: string;
  /** 1-based, in start order. */
  number: number;
}

/**
 * Returns the runs of a draft, newest first: those of this browser on any known server, and those of other browsers on its own one.
 * @param listed jobs of the draft's server that have its label
 */
export function draftRuns(
  entries: Readonly<Record<string, OutboxEntry>>,
  listed: readonly ListedJob[],
  draft: { id: string; runsClearedAt?: number | undefined },
  ownSurface: Surface,
): readonly DraftRun[] {
  const since = draft.runsClearedAt ?? 0;
  const started = startedFrom(entries, draft.id, 0);
  const own = started.flatMap(({ entryId, surfaceId, jobId, createdAt }) => {
    if (createdAt <= since) return [];
    const source = entries[entryId];
    const surface = findSurface(surfaceId);
    const isElsewhere = surfaceId !== ownSurface.id;
    return source && surface ? [{ id: entryId, source, createdAt, surface, jobId, isElsewhere }] : [];
  });
  // Cleared ones, too: the clock of the server, by which the list dates them, may be ahead.
  const known = new Set(started.flatMap(({ surfaceId, jobId }) => (surfaceId === ownSurface.id ? [jobId] : [])));
  const others = listed.flatMap((source) => {
    const { id } = source;
    const createdAt = Date.parse(source.created_at);
    if (known.has(id) || !(createdAt > since)) return [];
    return [{ id, source, createdAt, surface: ownSurface, jobId: id, isElsewhere: false }];
  });
  const found: Omit<DraftRun, 'number'>[] = [...own, ...others];
  // Runs of one click may be stored within the same millisecond.
  found.sort((left, right) => right.createdAt - left.createdAt || indexOf(right.source) - indexOf(left.source));
  return found.map((run, index) => ({ ...run, number: found.length - index }));
}

const isEntry = (source: DraftRun['source']): source is OutboxEntry => 'workflowText' in source;

const indexOf = (source: DraftRun['source']) => (isEntry(source) ? (source.batch?.index ?? 0) : 0);

export function useDraftRuns(): readonly DraftRun[] {
  const { surface } = useSession();
  const id = useEditor((state) => state.draft.id);
  const runsClearedAt = useEditor((state) => state.draft.runsClearedAt);
  const entries = useOutboxView((state) => state.entries);
  const { data: listed = NONE } = useQuery(draftRunsQuery(surface, id));
  return useMemo(
    () => draftRuns(entries, listed, { id, runsClearedAt }, surface),
    [entries, listed, id, runsClearedAt, surface],
  );
}

const NONE: readonly ListedJob[] = [];

const NO_WORKFLOW = queryOptions<JobWorkflow>({ queryKey: ['', 'getJobWorkflow'], queryFn: skipToken });

/** Entries are replaced, never changed. */
const graphs = new WeakMap<OutboxEntry, Graph | null>();

function sentGraph(entry: OutboxEntry): Graph | null {
  const known = graphs.get(entry);
  if (known !== undefined) return known;
  const graph = graphOfText(entry.workflowText);
  graphs.set(entry, graph);
  return graph;
}

function graphOfText(text: string): Graph | null {
  const result = readWorkflow(text);
  return result.ok ? result.graph : null;
}

/**
 * Returns the workflow of a run; `null` for no run, until it is fetched, and if it is no longer stored.
 * @param isWanted whether it is on screen: a draft may have a hundred runs, and those of other browsers are fetched
 */
export function useRunGraph(run: DraftRun | null, isWanted: boolean): Graph | null {
  const entry = run && isEntry(run.source) ? run.source : null;
  const urls = run && !isEntry(run.source) ? run.source.urls : undefined;
  // Not every server lists where the workflow is.
  const workflow = run && urls && isWanted ? jobWorkflowQuery(run.surface, { id: run.jobId, urls }) : null;
  const { data } = useQuery(workflow ?? NO_WORKFLOW);
  const text = data?.text ?? null;
  return useMemo(() => {
    if (!isWanted) return null;
    return entry ? sentGraph(entry) : text === null ? null : graphOfText(text);
  }, [isWanted, entry, text]);
}

export interface RunData {
  /** The job as fetched; `undefined` until then. */
  data: JobData | undefined;
  /** The server no longer has it. */
  isGone: boolean;
  /** The job as last known to this browser, if its server cannot be reached. */
  remembered: ListedJob | null;
}

/** Fetches the job of a run. @param isWanted whether it is on screen: a draft may have a hundred runs */
export function useRunData({ surface, jobId }: DraftRun, isWanted: boolean): RunData {
  const { data, error } = useQuery({ ...jobQuery(surface, jobId), enabled: isWanted });
  const isGone = isApiError(error) && error.status === 404;
  const isUnread = data === undefined && error !== null && !isGone;
  const { data: record } = useQuery({ ...historyJobQuery(surface, jobId), enabled: isUnread });
  return { data, isGone, remembered: isUnread ? (record?.job ?? null) : null };
}

/** Returns whether a run has outputs, as last fetched; false for no run. */
export function useHasOutputs(run: DraftRun | null): boolean {
  const { data } = useQuery(run ? jobQuery(run.surface, run.jobId) : NO_JOB);
  return (data?.job.outputs ?? []).length > 0;
}

const NO_JOB = queryOptions<JobData>({ queryKey: ['', 'getJob'], queryFn: skipToken });

/** Returns the job of a run with its newest live state; `null` until it is fetched. */
export function useShownRun({ surface, jobId }: DraftRun, data: JobData | undefined): ShownJob | null {
  const overlay = useJobOverlay(surface.id, jobId);
  return useMemo(() => (data ? mergeJob(data, overlay) : null), [data, overlay]);
}

/** The newest jobs that any browser started from a draft; none if the surface lists no jobs. */
function draftRunsQuery(surface: Surface, draftId: string) {
  return queryOptions({
    queryKey: operationKey(surface, 'derived.draftRuns', draftId),
    queryFn: async ({ signal }): Promise<readonly ListedJob[]> => {
      const query = { limit: String(MAX_RUNS), [`metadata[${LABEL_DRAFT}]`]: draftId };
      try {
        const jobs = await listedJobs(surface, query, signal);
        // Not every server knows the filter.
        return jobs.filter(({ metadata }) => metadata?.[LABEL_DRAFT] === draftId);
      } catch (error) {
        if (isApiError(error) && isUnsupported(error.status)) return [];
        throw error;
      }
    },
    staleTime: CACHED_MS,
    retry: false,
  });
}
