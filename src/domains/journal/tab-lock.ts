import { browserLocks, createLocalLocks } from '@/lib/web-locks';

/** Runs `work` while no other tab holds the lock. With `isPatient` false, returns without running `work` if the lock is taken. */
export type TabLock = (id: string, isPatient: boolean, work: () => Promise<void>) => Promise<void>;

/** @param isShared `false` if the locked entries exist in this tab only */
export function createTabLock(prefix: string, isShared: boolean): TabLock {
  // Without Web Locks (plain http to another machine) tabs cannot exclude each other, so only the idempotency key protects.
  const locks = isShared ? browserLocks() : createLocalLocks();
  return (id, isPatient, work) =>
    locks.request(`${prefix}${id}`, { ifAvailable: !isPatient }, async (lock) => {
      if (lock) await work();
    });
}
