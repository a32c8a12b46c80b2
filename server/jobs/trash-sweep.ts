import { collectBlob } from '../assets/asset-records';
import type { AppDeps } from '../deps';
import type { TrashRecord } from '../storage/store';

/** Time during which a deleted job can be restored (decision 034). */
export const DELETE_GRACE_MS = 60 * 60 * 1000;

const SWEEP_INTERVAL_MS = 60 * 1000;
const BATCH = 100;

type TrashDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log'>;

/** Permanently removes deleted jobs after their grace period. */
async function removeDueJobs(deps: TrashDeps): Promise<void> {
  await removeEach(deps, () => deps.store.trash.deletedBefore(deps.clock.now() - DELETE_GRACE_MS, BATCH));
}

/** Permanently removes all deleted jobs of an account now. */
export async function emptyTrash(deps: Pick<AppDeps, 'store' | 'blobs'>, owner: string): Promise<void> {
  await removeEach(deps, () => deps.store.trash.list(owner, BATCH));
}

/** @param next returns up to `BATCH` jobs that are still in the trash */
async function removeEach(
  { store, blobs }: Pick<AppDeps, 'store' | 'blobs'>,
  next: () => TrashRecord[],
): Promise<void> {
  for (;;) {
    const due = next();
    const removed = store.transaction(() =>
      due.flatMap(({ jobId, keepsOutputs }) => {
        const outputs = store.jobs.outputs([jobId]).get(jobId) ?? [];
        if (keepsOutputs) store.trash.releaseOutputs(jobId);
        store.jobs.remove(jobId);
        return outputs.map(({ asset }) => asset.blob);
      }),
    );
    for (const blob of removed) await collectBlob({ store, blobs }, blob);
    if (due.length < BATCH) return;
  }
}

/** Empties the trash at the start and then at intervals. A failure is logged, and the next interval retries. */
export class TrashSweep {
  readonly #deps: TrashDeps;
  #isOpen = true;
  #takeBack: (() => void) | null = null;
  #running: Promise<void>;

  constructor(deps: TrashDeps) {
    this.#deps = deps;
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
      await removeDueJobs(this.#deps);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'Could not remove deleted jobs; the next sweep tries again');
    }
    if (!this.#isOpen) return;
    this.#takeBack = this.#deps.clock.after(SWEEP_INTERVAL_MS, () => {
      this.#running = this.#sweep();
    });
  }
}
