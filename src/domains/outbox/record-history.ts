import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { markStale } from '@/api/live/stale-table';
import { LOCAL_SURFACE } from '@/api/surface';
import { whenIdle } from '@/lib/when-idle';
import { type OutboxEntry } from './outbox-entry';
import { LABEL_TITLE } from '../job-record/job-labels';
import { useOutboxView } from './outbox-store';
import { MAX_HISTORY_JOBS, historyJobs, saveToHistory } from '../history/history';
import { sourceKeyOfDraft, withoutUrls, type HistoryJob } from '../job-record/history-job';
import { keepGraph } from '../history/kept-graphs';
import { noteTitles } from '../history/known-titles';

/** Time limit for waiting until the page is idle between two saves. */
const SAVE_WITHIN_MS = 500;

/**
 * Records jobs that were submitted or opened in this browser, as last fetched: for surfaces that do not list jobs, or have deleted
 * them. @returns a function that stops it
 */
export function recordHistory(client: QueryClient): () => void {
  const known = new Map<string, HistoryJob>();
  /** By key; those that arrive during a save are saved next. */
  const unsaved = new Map<string, HistoryJob>();
  /** Workflows of submissions, by fingerprint. */
  const unsavedGraphs = new Map<string, string>();
  let isSaving = false;
  const keyOf = (surfaceId: string, jobId: string) => `${surfaceId}/${jobId}`;

  const put = (remembered: HistoryJob) => {
    const key = keyOf(remembered.surfaceId, remembered.jobId);
    known.delete(key);
    known.set(key, remembered);
    const [oldest] = known.keys();
    if (known.size > MAX_HISTORY_JOBS && oldest !== undefined) known.delete(oldest);
    unsaved.set(key, remembered);
    noteTitles([remembered]);
    if (!isSaving) void saveAll();
  };
  // Together, since a grid of results reads many jobs at once: a transaction and a search of the cache for each would delay frames.
  const saveAll = async () => {
    isSaving = true;
    while (unsaved.size > 0) {
      const jobs = [...unsaved.values()];
      unsaved.clear();
      const graphs = [...unsavedGraphs];
      unsavedGraphs.clear();
      for (const [id, text] of graphs) await keepGraph(id, text);
      await saveToHistory(...jobs);
      for (const id of new Set(jobs.map(({ surfaceId }) => surfaceId))) {
        void markStale(client, { id }, 'recordJob');
        if (graphs.length > 0) void markStale(client, { id }, 'recordWorkflow');
      }
      await whenIdle(SAVE_WITHIN_MS);
    }
    isSaving = false;
  };
  const takeEntries = () => {
    for (const entry of Object.values(useOutboxView.getState().entries)) {
      const { surfaceId, title, createdAt, state } = entry;
      if (state.name !== 'submitted' || known.has(keyOf(surfaceId, state.jobId))) continue;
      const isReturned = surfaceId === LOCAL_SURFACE.id && LOCAL_SURFACE.kind === 'gateway';
      if (!isReturned) unsavedGraphs.set(entry.graphFingerprint, entry.workflowText);
      const kept = isReturned ? {} : { graph: entry.graphFingerprint };
      put({ surfaceId, jobId: state.jobId, title, createdAt, job: null, ...kept, ...sourceOf(entry) });
    }
  };
  const recordJob = (surfaceId: string, job: ListedJob, isOpened: boolean) => {
    const before = known.get(keyOf(surfaceId, job.id));
    if (!before && !isOpened) return;
    if (before?.job?.status === job.status) return;
    const title = before?.title ?? job.metadata?.[LABEL_TITLE] ?? '';
    const createdAt = before?.createdAt ?? Date.parse(job.created_at);
    put({ ...before, surfaceId, jobId: job.id, title, createdAt, job: withoutUrls(job) });
  };
  const takeResponse = ([surfaceId, operation]: readonly unknown[], data: unknown) => {
    if (typeof surfaceId !== 'string') return;
    // The data types of these queries.
    if (operation === 'getJob') recordJob(surfaceId, (data as { job: ListedJob }).job, true);
    if (operation !== 'listJobs') return;
    const { fetchedJobs } = data as { fetchedJobs?: readonly { job: ListedJob }[] };
    for (const { job } of fetchedJobs ?? []) recordJob(surfaceId, job, false);
  };

  let stops: (() => void)[] = [];
  let isOver = false;
  const start = async () => {
    const jobs = await historyJobs();
    if (isOver) return;
    for (const job of jobs.toReversed()) known.set(keyOf(job.surfaceId, job.jobId), job);
    noteTitles(jobs);
    takeEntries();
    for (const query of client.getQueryCache().getAll())
      if (query.state.data) takeResponse(query.queryKey, query.state.data);
    stops = [
      useOutboxView.subscribe(takeEntries),
      client.getQueryCache().subscribe(({ type, query }) => {
        if (type === 'updated' && query.state.data) takeResponse(query.queryKey, query.state.data);
      }),
    ];
  };
  void start();
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}

function sourceOf({ sourceKey, draftId, graphFingerprint }: OutboxEntry): Pick<HistoryJob, 'sourceKey'> {
  if (sourceKey !== undefined) return { sourceKey };
  return draftId === null ? {} : { sourceKey: sourceKeyOfDraft(draftId, graphFingerprint) };
}
