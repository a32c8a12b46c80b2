import type { AppDeps } from '../deps';
import type { AssetRecord } from '../storage/store';
import { collectBlob } from './asset-records';

/** Sweep interval. Expired assets return 404 at once; their bytes are deleted within this time. */
const SWEEP_INTERVAL_MS = 5 * 60 * 1000;
const BATCH = 100;

/** Time in the trash: long enough to notice that the database was replaced and to restore the right one. */
const TRASH_MS = 7 * 24 * 3600 * 1000;

type SweepDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log' | 'unlistedFiles'>;

/**
 * Deletes expired uploads. Outputs are deleted with their job, and inputs of an unfinished job when it finishes.
 */
export async function sweepExpiredAssets(deps: SweepDeps): Promise<void> {
  const { assets } = deps.store;
  const now = deps.clock.now();
  let kept = 0;
  for (;;) {
    const limit = BATCH + kept;
    const { found, due } = deps.store.transaction(() => {
      const found = assets.expiredBefore(now, limit);
      const due = found.filter((asset) => asset.jobId === null && !assets.isInUse(asset.id));
      for (const asset of due) assets.remove(asset.id);
      return { found: found.length, due };
    });
    await collectBlobsOf(deps, due);
    if (found < limit) return;
    kept = found - due.length;
  }
}

/**
 * Moves blobs without a record to the trash, such as those that a killed process left. Restores trashed blobs whose record is
 * back because another copy of the database is in use. Discards nothing while the owner has to decide about files that an older
 * database does not list.
 */
export async function discardUnreferencedBlobs(deps: SweepDeps): Promise<void> {
  const { store, blobs, clock } = deps;
  const referenced = store.assets.referencedBlobs();
  for await (const { hash } of blobs.discarded()) if (referenced.has(hash)) await blobs.restore(hash);
  if (deps.unlistedFiles?.found) return;
  for await (const blob of blobs.list()) {
    if (referenced.has(blob) || store.assets.isBlobReferenced(blob)) continue;
    await blobs.discard(blob, clock.now(), () => store.assets.isBlobReferenced(blob));
  }
}

async function purgeTrash({ store, blobs, clock, unlistedFiles }: SweepDeps): Promise<void> {
  if (unlistedFiles?.found) return;
  for await (const blob of blobs.discarded()) {
    if (blob.discardedAt + TRASH_MS > clock.now() || store.assets.isBlobReferenced(blob.hash)) continue;
    await blobs.purge(blob);
  }
}

async function collectBlobsOf(deps: SweepDeps, assets: readonly AssetRecord[]): Promise<void> {
  for (const asset of assets) await collectBlob(deps, asset.blob);
}

/** Discards at the start, then sweeps and purges at intervals. A failure is logged and retried the next time. */
export class AssetSweep {
  readonly #deps: SweepDeps;
  readonly #noticeClock: () => void;
  /** True if records may have been deleted without their bytes: at the start, and after a sweep that failed halfway. */
  #mayHaveOrphans = true;
  #isOpen = true;
  #takeBack: (() => void) | null = null;
  #running: Promise<void>;

  /** @param noticeClock called before deadlines are compared with the clock */
  constructor(deps: SweepDeps, noticeClock: () => void = () => {}) {
    this.#deps = deps;
    this.#noticeClock = noticeClock;
    this.#running = this.#sweep();
  }

  /** Resolves when the current sweep has finished; no other one starts. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#takeBack?.();
    await this.#running;
  }

  async #sweep(): Promise<void> {
    try {
      this.#noticeClock();
      await sweepExpiredAssets(this.#deps);
      if (this.#mayHaveOrphans) await discardUnreferencedBlobs(this.#deps);
      else await purgeTrash(this.#deps);
      this.#mayHaveOrphans = false;
    } catch (error) {
      this.#mayHaveOrphans = true;
      this.#deps.log.error({ err: error }, 'The sweep of assets failed and will be tried again');
    }
    if (!this.#isOpen) return;
    this.#takeBack = this.#deps.clock.after(SWEEP_INTERVAL_MS, () => {
      this.#running = this.#sweep();
    });
  }
}
