import { StoreUnusable } from './store-errors';

export const DISK_FULL =
  'The disk is full. Nothing new is stored until there is space: free some on it, or delete files, or delete jobs and free their ' +
  'space in the storage settings';

/** Space that is set aside for a full disk, so that records can still be deleted on it. */
export interface SpareRoom {
  readonly isFull: boolean;
  /** Frees some of it, for a write that found the disk full. Returns false if none is left. */
  makeRoom(): boolean;
}

/** Call it before something new is stored or started. Everything else may use what is set aside. @throws StoreUnusable */
export function requireSpace({ isDiskFull }: { isDiskFull?: () => boolean }): void {
  if (isDiskFull?.()) throw new StoreUnusable(DISK_FULL);
}
