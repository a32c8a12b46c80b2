import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readBatchPlan, resumeBatches } from '@/domains/batches/batches';
import type { BatchEntry } from '@/domains/batches/batch-entry';

/** False until the stored batches are read. They also continue without this page, see `app/background-work.ts`. */
export function useAreBatchesRead(): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    void resumeBatches().finally(() => setRead(true));
  }, []);
  return isRead;
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
