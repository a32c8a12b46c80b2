import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { findSurface, type Surface } from '@/api/surface';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { startedFrom, useOutboxView } from '@/domains/outbox/outbox-store';
import { isApiError } from '@/api/api-error';
import { useJobOverlay } from '@/api/live/live-store';
import { mergeJob, type ShownJob } from '@/api/live/merge-job';
import { historyJobQuery } from '@/domains/history/history';
import { jobQuery, type JobData } from '@/domains/jobs/job-query';
import { useEditor, useSession } from '../draft/session-context';

/** A job that was started from the draft. */
export interface DraftRun {
  /** Id of its submission. */
  id: string;
  entry: OutboxEntry;
  surface: Surface;
  /** It is not the server of the draft. */
  isElsewhere: boolean;
  jobId: string;
  /** 1-based, in start order. */
  number: number;
}

/** Returns the runs of a draft on any known server, newest first. */
export function draftRuns(
  entries: Readonly<Record<string, OutboxEntry>>,
  draft: { id: string; runsClearedAt?: number | undefined },
  ownSurface: Surface,
): readonly DraftRun[] {
  const found = startedFrom(entries, draft.id, draft.runsClearedAt ?? 0).flatMap(({ entryId, surfaceId, jobId }) => {
    const entry = entries[entryId];
    const surface = findSurface(surfaceId);
    return entry && surface ? [{ id: entryId, entry, surface, jobId, isElsewhere: surfaceId !== ownSurface.id }] : [];
  });
  // Runs of one click may be stored within the same millisecond.
  found.sort(
    ({ entry: left }, { entry: right }) =>
      right.createdAt - left.createdAt || (right.batch?.index ?? 0) - (left.batch?.index ?? 0),
  );
  return found.map((run, index) => ({ ...run, number: found.length - index }));
}

export function useDraftRuns(): readonly DraftRun[] {
  const { surface } = useSession();
  const id = useEditor((state) => state.draft.id);
  const runsClearedAt = useEditor((state) => state.draft.runsClearedAt);
  const entries = useOutboxView((state) => state.entries);
  return useMemo(() => draftRuns(entries, { id, runsClearedAt }, surface), [entries, id, runsClearedAt, surface]);
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

/** Returns the job of a run with its newest live state; `null` until it is fetched. */
export function useShownRun({ surface, jobId }: DraftRun, data: JobData | undefined): ShownJob | null {
  const overlay = useJobOverlay(surface.id, jobId);
  return useMemo(() => (data ? mergeJob(data, overlay) : null), [data, overlay]);
}
