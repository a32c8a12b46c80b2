import type { AppDeps } from '../../deps';
import { LOCAL_OWNER } from '../../http/gate';
import { collectBlob } from '../asset-records';
import { DraftFiles } from './draft-files';
import { isRemovable, planRemovals, type RemovableOutput, type RemovalPlan } from './plan-removals';

const CHECK_INTERVAL_MS = 60 * 1000;
/** Number of outputs that one transaction removes. */
const BATCH = 100;

type LimitDeps = Pick<AppDeps, 'store' | 'blobs' | 'clock' | 'log' | 'settings' | 'unlistedFiles'>;

export interface StorageLimitState {
  limitBytes: number;
  /** Bytes of outputs and uploads, each content once. */
  usedBytes: number;
  /** True if the files that must stay exceed the limit on their own, so that nothing is removed. */
  isExceededByProtected: boolean;
}

/**
 * Keeps outputs and uploads below `--max-storage`: removes the content of the oldest outputs that nobody needs, and leaves their
 * records, so that a job says what became of its outputs. Removes nothing if that cannot reach the limit: a user would lose files
 * without gaining what the limit is for.
 */
export class StorageLimit {
  readonly #deps: LimitDeps;
  readonly #owner = LOCAL_OWNER;
  readonly #drafts: DraftFiles;
  #isOpen = true;
  #takeBack: (() => void) | null = null;
  #running: Promise<void> = Promise.resolve();
  #isExceededByProtected = false;

  constructor(deps: LimitDeps) {
    this.#deps = deps;
    this.#drafts = new DraftFiles(deps.store, this.#owner);
  }

  start(): void {
    if (this.#deps.settings.maxStorageBytes !== null) this.#running = this.#check();
  }

  /** Resolves when the current check has finished; no other one starts. */
  async close(): Promise<void> {
    this.#isOpen = false;
    this.#takeBack?.();
    await this.#running;
  }

  /** `null` if there is no limit. */
  async state(): Promise<StorageLimitState | null> {
    const limitBytes = this.#deps.settings.maxStorageBytes;
    if (limitBytes === null) return null;
    return {
      limitBytes,
      usedBytes: await this.#deps.store.assets.distinctBytes(this.#owner),
      isExceededByProtected: this.#isExceededByProtected,
    };
  }

  /**
   * Returns what goes next: what exceeds the limit, or else the first `count` outputs. Removes nothing.
   * @returns `isDue`: it exceeds the limit, and what must stay does not
   */
  async next(count: number): Promise<RemovalPlan & { isDue: boolean }> {
    const excess = await this.#excess();
    const plan = await planRemovals(this.#deps, this.#owner, this.#drafts, ({ outputs, bytes }) =>
      excess > 0 ? bytes >= excess : outputs.length >= count,
    );
    return { ...plan, isDue: excess > 0 && plan.bytes >= excess };
  }

  /** Returns by how many bytes the limit is exceeded; 0 if it is kept, or if there is none. */
  async #excess(): Promise<number> {
    const { store, settings } = this.#deps;
    const limit = settings.maxStorageBytes;
    if (limit === null) return 0;
    // Files with the same content are counted each here, which is quick, so that mostly nothing has to be added up.
    const { uploads, outputs } = store.trash.usage(this.#owner);
    if (uploads.bytes + outputs.bytes <= limit) return 0;
    return Math.max(0, (await store.assets.distinctBytes(this.#owner)) - limit);
  }

  async #check(): Promise<void> {
    try {
      await this.#keep();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'The storage limit could not be checked; the next check is in a minute');
    }
    if (!this.#isOpen) return;
    this.#takeBack = this.#deps.clock.after(CHECK_INTERVAL_MS, () => {
      this.#running = this.#check();
    });
  }

  async #keep(): Promise<void> {
    // An older copy of the database lacks newer stars and drafts: nothing is removed until the owner has decided about it.
    if (this.#deps.unlistedFiles?.found) return;
    const excess = await this.#excess();
    const plan = await planRemovals(
      this.#deps,
      this.#owner,
      this.#drafts,
      ({ bytes, recentBytes }) => bytes + recentBytes >= excess,
    );
    this.#noteProtected(plan.bytes + plan.recentBytes < excess, excess);
    if (plan.bytes < excess) return;
    for (let first = 0; first < plan.outputs.length && this.#isOpen; first += BATCH) {
      await this.#remove(plan.outputs.slice(first, first + BATCH));
    }
  }

  /** Warns once, until the limit is kept again. */
  #noteProtected(isExceeded: boolean, excess: number): void {
    if (isExceeded && !this.#isExceededByProtected) {
      this.#deps.log.warn(
        { limitBytes: this.#deps.settings.maxStorageBytes, excessBytes: excess },
        'Uploads, and outputs that are starred, rated, tagged or in use, exceed the storage limit on their own. Nothing is removed: delete files, or raise --max-storage',
      );
    }
    this.#isExceededByProtected = isExceeded;
  }

  async #remove(planned: readonly RemovableOutput[]): Promise<void> {
    const { store, log } = this.#deps;
    const removed = store.transaction(() => {
      const inDrafts = this.#drafts.current();
      // A star, a draft or a job may have come since the plan was made, and the output may be deleted.
      const still = planned.filter(
        (output) => store.assets.get(output.id)?.owner === output.owner && isRemovable(store, output, inDrafts),
      );
      for (const { id } of still) store.assets.removeContent(id);
      return still;
    });
    for (const { blob } of removed) await collectBlob(this.#deps, blob);
    if (removed.length === 0) return;
    const bytes = removed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    log.info({ files: removed.length, bytes }, 'Removed the oldest outputs to keep the storage limit');
  }
}
