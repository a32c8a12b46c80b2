import { findSurface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import type { BatchCell } from '@/domains/batches/batch-cell';

/** Returns true while the server of a cell is not in the settings. */
export function useServerRemoved(record: BatchCell | null): boolean {
  return useSurfaceList(() => isServerRemoved(record));
}

export function isServerRemoved(record: BatchCell | null): boolean {
  return record !== null && findSurface(record.surfaceId) === null;
}
