import type { AppDeps } from '../deps';
import type { AssetRecord } from '../storage/store';
import { collectBlob } from './collect-blob';

/** Expired assets answer 404 at once; this is how long their bytes may lie on afterwards. */
const SWEEP_INTERVAL_MS = 5 * 60 * 1000;
const BATCH = 100;

type SweepDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log'>;

/**
 * Takes away uploads whose deadline has passed. Outputs go with their job, and what an unfinished job reads goes when
 * it is finished.
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

/** What a killed process left: bytes that were stored and not recorded, or whose record went first. */
export async function collectUnreferencedBlobs(deps: SweepDeps): Promise<void> {
  const referenced = deps.store.assets.referencedBlobs();
  for await (const blob of deps.blobs.list()) if (!referenced.has(blob)) await collectBlob(deps, blob);
}

async function collectBlobsOf(deps: SweepDeps, assets: readonly AssetRecord[]): Promise<void> {
  for (const asset of assets) await collectBlob(deps, asset.blob);
}

/** Collects at the start, then sweeps at intervals of the clock. A failure is logged and made up for the next time. */
export class AssetSweep {
  readonly #deps: SweepDeps;
  /** Records may have gone without their bytes: before the start, and after a sweep that failed in its middle. */
  #mayHaveOrphans = true;
  #isOpen = true;
  #takeBack: (() => void) | null = null;
  #running: Promise<void>;

  constructor(deps: SweepDeps) {
    this.#deps = deps;
    this.#running = this.#sweep();
  }

  /** Resolves when a sweep that is under way has ended; none starts after. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#takeBack?.();
    await this.#running;
  }

  async #sweep(): Promise<void> {
    try {
      await sweepExpiredAssets(this.#deps);
      if (this.#mayHaveOrphans) await collectUnreferencedBlobs(this.#deps);
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
