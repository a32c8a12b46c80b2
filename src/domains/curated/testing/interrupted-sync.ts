import { syncRecords, type RecordSyncRemote, type RecordSyncStorage } from '../record-sync';

/** A sync whose page closes, or whose connection breaks, before or after any call of the ports. */
export async function interruptedSync(
  storage: RecordSyncStorage,
  remote: RecordSyncRemote,
  failsAt: number,
): Promise<void> {
  let calls = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (calls++ === failsAt) throw new Error('interrupted');
    const result = await work();
    if (calls++ === failsAt) throw new Error('interrupted');
    return result;
  };
  const ports: RecordSyncStorage & RecordSyncRemote = {
    position: () => step(() => storage.position()),
    unsent: () => step(() => storage.unsent()),
    restart: (store, onlyNew) => step(() => storage.restart(store, onlyNew)),
    apply: (page) => step(() => storage.apply(page)),
    list: (since) => step(() => remote.list(since)),
    change: (since, records) => step(() => remote.change(since, records)),
  };
  await syncRecords(ports, ports).catch(() => {});
}
