import { matchesFields, type SearchFields } from '@contract/console/search-fields';
import type { SearchTerms } from '@contract/console/search-terms';
import { isActive, type JobStatus } from '@contract/jobs/lifecycle';
import { hasNameOrId, isOfFilter, isOutput } from '../search/asset-filter';
import { copy, type Journal } from './memory-undo-log';
import {
  removedOwner,
  type AssetFilter,
  type AssetOrigin,
  type AssetRecord,
  type AssetRecords,
  type JobRecord,
  type ListedOutput,
  type OutputCursor,
  type Postponement,
} from '../store';

/** Looks up the jobs that produce or read assets. */
interface JobsOfAssets {
  readonly rows: ReadonlyMap<string, { record: { status: JobStatus; seq: number }; assetIds: readonly string[] }>;
  removeOutputsOf(assetId: string): void;
}

export class MemoryAssets implements AssetRecords {
  readonly rows = new Map<string, AssetRecord>();
  readonly #inputs = new Map<string, SearchFields>();
  readonly #positions = new Map<string, number>();
  #lastPlace = 0;
  readonly #journal: Journal;
  readonly #jobs: JobsOfAssets;
  readonly #routerBlobs: () => readonly string[];

  constructor(journal: Journal, jobs: JobsOfAssets, routerBlobs: () => readonly string[]) {
    this.#journal = journal;
    this.#jobs = jobs;
    this.#routerBlobs = routerBlobs;
  }

  insert(asset: AssetRecord): void {
    if (this.rows.has(asset.id)) throw new Error(`There is an asset ${asset.id} already`);
    this.#lastPlace += 1;
    this.#positions.set(asset.id, this.#lastPlace);
    this.#journal.write(this.rows, asset.id, copy(asset));
  }

  setInputs(id: string, inputs: SearchFields): void {
    this.#journal.write(this.#inputs, id, inputs);
  }

  async findResults(owner: string, { words, inputs }: SearchTerms): Promise<Map<string, number>> {
    const found = [...this.#inputs].filter(
      ([id, fields]) =>
        this.rows.get(id)?.owner === owner &&
        matchesFields(fields, inputs) &&
        words.every((word) => Object.values(fields).some((text) => text.includes(word))),
    );
    return new Map(found.map(([id]) => [id, this.#positions.get(id) ?? 0]));
  }

  get(id: string): AssetRecord | null {
    return copy(this.rows.get(id) ?? null);
  }

  findReference(owner: string, blob: string, filePath: string | null, contentType: string | null): AssetRecord | null {
    const matching = [...this.rows.values()].filter(
      (asset) =>
        asset.owner === owner &&
        asset.blob === blob &&
        asset.jobId === null &&
        asset.filePath === filePath &&
        (contentType === null || asset.contentType === contentType),
    );
    const longestKept = matching.sort((a, b) => (b.expiresAt ?? Infinity) - (a.expiresAt ?? Infinity) || 0);
    return copy(longestKept[0] ?? null);
  }

  findOwned(owner: string, blob: string): AssetRecord | null {
    const owned = [...this.rows.values()].find((asset) => asset.owner === owner && asset.blob === blob);
    return copy(owned ?? null);
  }

  async list(filter: AssetFilter): Promise<{ assets: AssetRecord[]; next: number | null }> {
    const placeOf = ({ id }: AssetRecord) => this.#positions.get(id) ?? 0;
    const seqOf = ({ jobId }: AssetRecord) => this.#jobs.rows.get(jobId ?? '')?.record.seq ?? 0;
    const living = this.#living(filter.owner, filter.now);
    const { text = '', jobs, results, matchedResults } = filter;
    const found = (text !== '' && (await filter.matchJobs?.(living.map(seqOf)))) || new Set<number>();
    const matching = living
      .filter((asset) => isOfFilter(asset, filter) && placeOf(asset) < (filter.before ?? Infinity))
      .filter((asset) => !jobs || jobs.has(seqOf(asset)) || results?.has(asset.id))
      .filter((asset) => hasNameOrId(asset, text) || found.has(seqOf(asset)) || matchedResults?.has(asset.id))
      .sort((a, b) => placeOf(b) - placeOf(a));
    const shown = matching.slice(0, filter.limit);
    const last = shown.at(-1);
    return { assets: shown.map(copy), next: matching.length > shown.length && last ? placeOf(last) : null };
  }

  count(owner: string, now: number): Record<AssetOrigin, number> {
    const all = this.#living(owner, now);
    const outputs = all.filter(isOutput).length;
    return { uploads: all.length - outputs, outputs };
  }

  #living(owner: string, now: number): AssetRecord[] {
    return [...this.rows.values()].filter(
      (asset) => asset.owner === owner && (asset.expiresAt === null || asset.expiresAt > now),
    );
  }

  patch(id: string, change: Partial<Pick<AssetRecord, 'owner' | 'jobId'>>): void {
    const row = this.rows.get(id);
    if (row) this.#journal.write(this.rows, id, { ...row, ...change });
  }

  update(id: string, patch: Parameters<AssetRecords['update']>[1]): void {
    const row = this.rows.get(id);
    if (row) this.#journal.write(this.rows, id, { ...row, ...patch });
  }

  remove(id: string): void {
    if (!this.rows.has(id)) return;
    this.#journal.write(this.rows, id, undefined);
    this.#journal.write(this.#inputs, id, undefined);
    this.#jobs.removeOutputsOf(id);
  }

  isInUse(id: string): boolean {
    return [...this.#jobs.rows.values()].some((job) => isActive(job.record.status) && job.assetIds.includes(id));
  }

  postpone({ after, until, byMs }: Postponement): void {
    for (const [id, asset] of this.rows) {
      const { expiresAt } = asset;
      if (expiresAt === null || expiresAt <= after || expiresAt > until) continue;
      this.#journal.write(this.rows, id, { ...asset, expiresAt: expiresAt + byMs });
    }
  }

  expiredBefore(now: number, limit: number): AssetRecord[] {
    return [...this.rows.values()]
      .filter((asset) => asset.expiresAt !== null && asset.expiresAt <= now)
      .sort((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0))
      .slice(0, limit)
      .map(copy);
  }

  isBlobReferenced(blob: string): boolean {
    return this.referencedBlobs().has(blob);
  }

  referencedBlobs(): Set<string> {
    return new Set([...[...this.rows.values()].flatMap((asset) => asset.blob ?? []), ...this.#routerBlobs()]);
  }

  countWithBlob(blob: string): number {
    return [...this.rows.values()].filter((asset) => asset.blob === blob).length;
  }

  removeContent(id: string): void {
    const row = this.rows.get(id);
    if (row) this.#journal.write(this.rows, id, { ...row, owner: removedOwner(row.owner), blob: null });
  }

  oldestOutputs(owner: string, after: OutputCursor | null, limit: number): ListedOutput[] {
    const from = after ?? { createdAt: -Infinity, place: 0 };
    return [...this.rows.values()]
      .flatMap((asset) => {
        const cursor = { createdAt: asset.createdAt, place: this.#positions.get(asset.id) ?? 0 };
        const isAfter = compareCursors(cursor, from) > 0;
        return asset.owner === owner && asset.jobId !== null && isAfter
          ? [{ asset: { ...copy(asset), jobId: asset.jobId }, cursor }]
          : [];
      })
      .sort((left, right) => compareCursors(left.cursor, right.cursor))
      .slice(0, limit);
  }

  async distinctBytes(owner: string): Promise<number> {
    const sizes = new Map<string, number>();
    for (const asset of this.rows.values()) {
      if (asset.owner === owner && asset.blob !== null) sizes.set(asset.blob, asset.sizeBytes);
    }
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  bytesCreated(owner: string, from: number, before: number): number {
    return [...this.rows.values()]
      .filter((asset) => asset.owner === owner && asset.createdAt >= from && asset.createdAt < before)
      .reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** The job is already removed; products that an unfinished job reads stay until the sweep finds them unused. */
  removeProductsOf(job: JobRecord): void {
    for (const asset of this.rows.values()) {
      if (asset.jobId !== job.id) continue;
      if (this.isInUse(asset.id)) {
        const expiresAt = Math.min(asset.expiresAt ?? Infinity, job.expiresAt);
        this.#journal.write(this.rows, asset.id, { ...asset, jobId: null, expiresAt });
      } else {
        this.remove(asset.id);
      }
    }
  }
}

function compareCursors(left: OutputCursor, right: OutputCursor): number {
  return left.createdAt - right.createdAt || left.place - right.place;
}
