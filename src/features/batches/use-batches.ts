import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { findSurface } from '@/api/surface';
import { readBatchPlan, resumeBatches } from '@/domains/batches/batches';
import type { BatchEntry } from '@/domains/batches/batch-entry';
import { readDraft } from '@/domains/drafts/drafts';

/** False until the stored batches are read. They also continue without this page, see `app/background-work.ts`. */
export function useAreBatchesRead(): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    void resumeBatches().finally(() => setRead(true));
  }, []);
  return isRead;
}

/** The draft that the batch was started from; `null` if it or its server was deleted, or while it is looked up. */
export function useBatchDraft({ id, surfaceId, draftId }: BatchEntry): { id: string; surfaceId: string } | null {
  const { data } = useQuery({
    // Not that of the editor, which must read what is stored.
    queryKey: [surfaceId, 'device.batch', id, 'draft'],
    queryFn: async () => {
      const draft = draftId === null ? null : await readDraft(draftId);
      return draft && findSurface(draft.surfaceId) ? { id: draft.id, surfaceId: draft.surfaceId } : null;
    },
    // It may have been deleted since.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return data ?? null;
}

/** Workflow and plan of a batch, which never change; `null` if this browser no longer has them. */
export function useBatchPlan({ id, surfaceId }: BatchEntry) {
  return useQuery({
    queryKey: [surfaceId, 'device.batch', id],
    queryFn: () => readBatchPlan(id),
    staleTime: Infinity,
    // Its numbers are instances of a class.
    structuralSharing: false,
    retry: false,
  });
}
