import { isApiError } from '@/api/api-error';
import { callConsole } from '@/api/call-console';
import { allSurfaces, LOCAL_SURFACE, type Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { browserLocks } from '@/lib/web-locks';
import { HOME_KINDS, type CuratedKind } from './curated-kinds';
import { SyncSchedule, syncRecords, type RecordsPosition, type RecordSyncRemote } from './record-sync';
import { retryRejected } from './rejected-records';
import { recordSyncStorage } from './record-sync-storage';
import { broadcastRecordsChanged, onRecordsChanged } from './records-channel';

const LOCK_PREFIX = 'flowdeck.curated.';
/** For gateways that announce no changes, or not to this page; returning to the page reads them at once. */
const INTERVAL_MS = 30_000;

const locks = browserLocks();
/** Older gateways, which keep no records. */
const unable = new Set<string>();
const schedule = new SyncSchedule(INTERVAL_MS, () => performance.now());
/** Surfaces whose sync runs; `true`: something changed since it began. */
const running = new Map<string, boolean>();

/**
 * Keeps the curated records of all Flowdeck gateways and of this browser equal, as long as the page is open. Changes of other
 * browsers appear once the gateway announces them.
 * @param ofJobs kinds that the gateway of their job keeps; the gateway of this page keeps all others, too
 * @param drafts which have a store of their own
 * @param onAnnounced calls back with each position that a gateway announces
 */
export function keepRecordsInSync(
  ofJobs: readonly CuratedKind[],
  drafts: CuratedKind,
  onAnnounced: (heard: (surface: Surface, position: RecordsPosition) => void) => void,
): void {
  const isHidden = () => document.visibilityState === 'hidden';
  const sync = () => {
    if (!isHidden()) syncAll();
  };
  const syncAll = () => {
    for (const surface of allSurfaces()) syncOne(surface);
  };
  const syncOne = (surface: Surface) => {
    if (surface.kind === 'gateway') void syncSurface(surface, kindsOf(surface, ofJobs, drafts));
  };
  // A batch goes on in a hidden tab, and other browsers see its progress.
  onRecordsChanged((kind) => (kind === 'batch' ? syncAll() : sync()));
  document.addEventListener('visibilitychange', sync);
  addEventListener('online', sync);
  useSurfaceList.subscribe(sync);
  onAnnounced((surface, position) => {
    if (schedule.announce(surface.id, position) && !isHidden()) syncOne(surface);
  });
  setInterval(() => {
    if (!isHidden()) for (const surface of allSurfaces()) if (schedule.isDue(surface.id)) syncOne(surface);
  }, INTERVAL_MS);
  void retryRejected()
    .catch(() => {})
    .then(sync);
}

/** Syncs once. A failure is not reported: changes stay in this browser, and the next sync sends them. */
async function syncSurface(surface: Surface, kinds: readonly CuratedKind[]): Promise<void> {
  const { id } = surface;
  if (unable.has(id)) return;
  if (running.has(id)) {
    running.set(id, true);
    return;
  }
  try {
    do {
      running.set(id, false);
      const { changed, reached } = await locks.request(LOCK_PREFIX + id, { signal: new AbortController().signal }, () =>
        syncRecords(recordSyncStorage(id, kinds), remoteOf(surface)),
      );
      schedule.setReached(id, reached);
      for (const kind of changed) broadcastRecordsChanged(kind);
    } while (running.get(id));
  } catch (error) {
    schedule.setReached(id, null);
    if (isApiError(error) && error.status === 404) unable.add(id);
  } finally {
    running.delete(id);
  }
}

function kindsOf({ id }: Surface, ofJobs: readonly CuratedKind[], draft: CuratedKind): readonly CuratedKind[] {
  return id === LOCAL_SURFACE.id ? [...ofJobs, ...Object.values({ ...HOME_KINDS, draft })] : ofJobs;
}

export function remoteOf(surface: Surface): RecordSyncRemote {
  return {
    list: (since) => callConsole(surface, 'listRecords', { query: new URLSearchParams({ since: String(since) }) }),
    change: (since, records) => callConsole(surface, 'changeRecords', { body: { since, records } }),
  };
}
