import { useMemo } from 'react';
import { findSurface, type Surface } from '@/api/surface';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { startedFrom, useOutboxView } from '@/domains/outbox/outbox-store';
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
