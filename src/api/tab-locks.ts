/** Runs `work` while no other tab holds the thing; `isPatient` false gives up at once when one does. */
export type TabLock = (id: string, isPatient: boolean, work: () => Promise<void>) => Promise<void>;

/** @param isShared false: what is locked lives in this tab only */
export function createTabLock(prefix: string, isShared: boolean): TabLock {
  const heldHere = new Set<string>();
  return async (id, isPatient, work) => {
    // Absent on plain http to another machine; then tabs cannot be told apart, and the key alone protects.
    const locks = (navigator as Partial<Navigator>).locks;
    if (isShared && locks) {
      await locks.request(`${prefix}${id}`, { ifAvailable: !isPatient }, async (lock) => {
        if (lock) await work();
      });
      return;
    }
    if (heldHere.has(id)) return;
    heldHere.add(id);
    try {
      await work();
    } finally {
      heldHere.delete(id);
    }
  };
}
