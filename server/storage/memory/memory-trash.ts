import type { JobStatus } from '@contract/jobs/lifecycle';
import { copy, type Journal } from './memory-undo-log';
import {
  isContentRemoved,
  MAX_LARGEST_JOBS,
  removedOwner,
  trashOwner,
  type AssetRecord,
  type SpaceUsed,
  type StorageUsage,
  type TrashRecord,
  type TrashRecords,
} from '../store';

interface OwnedJobs {
  get(id: string): { status: JobStatus } | null;
  setOwner(id: string, owner: string): void;
}

interface OwnedAssets {
  readonly rows: ReadonlyMap<string, AssetRecord>;
  isInUse(id: string): boolean;
  patch(id: string, change: Partial<Pick<AssetRecord, 'owner' | 'jobId'>>): void;
}

export class MemoryTrash implements TrashRecords {
  readonly #rows = new Map<string, TrashRecord>();
  readonly #journal: Journal;
  readonly #jobs: OwnedJobs;
  readonly #assets: OwnedAssets;

  constructor(journal: Journal, jobs: OwnedJobs, assets: OwnedAssets) {
    this.#journal = journal;
    this.#jobs = jobs;
    this.#assets = assets;
  }

  put(record: TrashRecord): void {
    const { jobId, owner, keepsOutputs } = record;
    if (!this.#jobs.get(jobId)) throw new Error(`No job ${jobId}`);
    this.#journal.write(this.#rows, jobId, copy(record));
    this.#jobs.setOwner(jobId, trashOwner(owner));
    if (keepsOutputs) return;
    for (const file of this.#filesOf(jobId)) {
      if (file.owner !== owner || this.#assets.isInUse(file.id)) continue;
      this.#assets.patch(file.id, { owner: trashOwner(owner) });
    }
  }

  get(jobId: string): TrashRecord | null {
    return this.#jobs.get(jobId) ? copy(this.#rows.get(jobId) ?? null) : null;
  }

  restore(jobId: string): void {
    const record = this.get(jobId);
    if (!record) return;
    this.#jobs.setOwner(jobId, record.owner);
    for (const { id, owner } of this.#filesOf(jobId)) {
      if (owner === trashOwner(record.owner)) this.#assets.patch(id, { owner: record.owner });
    }
    this.#journal.write(this.#rows, jobId, undefined);
  }

  list(owner: string, limit: number): TrashRecord[] {
    const own = this.#living().filter((record) => record.owner === owner);
    return own.sort((a, b) => b.deletedAt - a.deletedAt || (a.jobId < b.jobId ? -1 : 1)).slice(0, limit);
  }

  deletedBefore(timestamp: number, limit: number): TrashRecord[] {
    const due = this.#living().filter(({ deletedAt }) => deletedAt < timestamp);
    return due.sort((a, b) => a.deletedAt - b.deletedAt || (a.jobId < b.jobId ? -1 : 1)).slice(0, limit);
  }

  releaseOutputs(jobId: string): void {
    for (const file of this.#filesOf(jobId)) {
      if (!isContentRemoved(file)) this.#assets.patch(file.id, { jobId: null });
    }
  }

  usage(owner: string): StorageUsage {
    const all = [...this.#assets.rows.values()];
    const own = all.filter((asset) => asset.owner === owner);
    const byJob = new Map<string, AssetRecord[]>();
    for (const asset of own) {
      if (asset.jobId !== null) byJob.set(asset.jobId, [...(byJob.get(asset.jobId) ?? []), asset]);
    }
    return {
      uploads: spaceOf(own.filter(({ jobId }) => jobId === null)),
      outputs: spaceOf(own.filter(({ jobId }) => jobId !== null)),
      trash: spaceOf(all.filter((asset) => asset.owner === trashOwner(owner))),
      removed: spaceOf(all.filter((asset) => asset.owner === removedOwner(owner))),
      largestJobs: [...byJob]
        .map(([jobId, files]) => ({ jobId, ...spaceOf(files) }))
        .sort((a, b) => b.bytes - a.bytes || (a.jobId < b.jobId ? -1 : 1))
        .slice(0, MAX_LARGEST_JOBS),
    };
  }

  /** Trash records whose job still exists. */
  #living(): TrashRecord[] {
    return [...this.#rows.values()].filter(({ jobId }) => this.#jobs.get(jobId)).map(copy);
  }

  #filesOf(jobId: string): AssetRecord[] {
    return [...this.#assets.rows.values()].filter((asset) => asset.jobId === jobId);
  }
}

function spaceOf(assets: readonly AssetRecord[]): SpaceUsed {
  return { files: assets.length, bytes: assets.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
}
