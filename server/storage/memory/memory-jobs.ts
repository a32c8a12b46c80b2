import type { SearchFields } from '@contract/console/search-fields';
import type { JobStatus } from '@contract/jobs/lifecycle';
import type { MemoryAssets } from './memory-assets';
import type { StatusCounts } from '../search/job-search';
import { copy, type Journal } from './memory-undo-log';
import { trashOwner } from '../store';
import type { JobFilter, JobRecord, JobRecords, LogRecord, NewJob, OutputRecord, Postponement } from '../store';

interface StoredJob {
  record: JobRecord;
  workflowText: string;
  searchText: string;
  searchFields: SearchFields;
  shape: string;
  assetIds: readonly string[];
}

interface StoredOutput {
  jobId: string;
  nodeId: string;
  name: string;
  type: OutputRecord['type'];
  assetId: string;
  place: number;
}

export class MemoryJobs implements JobRecords {
  /** By id; the submission order is the `seq` of the records. */
  readonly rows = new Map<string, StoredJob>();
  readonly outputRows = new Map<string, StoredOutput>();
  readonly logRows = new Map<string, LogRecord>();
  assets: MemoryAssets | null = null;
  readonly #journal: Journal;
  readonly #pieces = new Map<string, readonly string[]>();
  #lastSeq = 0;
  #lastPlace = 0;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  insert(job: NewJob): JobRecord {
    if (this.rows.has(job.id)) throw new Error(`There is a job ${job.id} already`);
    const { workflowText, searchText, searchFields, shape, assetIds, ...rest } = copy(job);
    const seq = this.takeSeq();
    const record: JobRecord = { seq, queueRank: seq, engine: null, ...rest };
    this.#journal.write(this.rows, job.id, {
      record,
      workflowText,
      searchText,
      searchFields,
      shape,
      assetIds: [...new Set(assetIds)],
    });
    return copy(record);
  }

  takeSeq(): number {
    this.#lastSeq += 1;
    return this.#lastSeq;
  }

  get(id: string): JobRecord | null {
    return copy(this.rows.get(id)?.record ?? null);
  }

  status(id: string): JobStatus | null {
    return this.rows.get(id)?.record.status ?? null;
  }

  list(filter: JobFilter): { jobs: JobRecord[]; more: boolean } {
    const labels = Object.entries(filter.labels ?? {});
    const matching = this.#records().filter(
      (job) =>
        job.owner === filter.owner &&
        (filter.beforeSeq === undefined || job.seq < filter.beforeSeq) &&
        (!filter.statuses || filter.statuses.includes(job.status)) &&
        labels.every(([key, value]) => Object.hasOwn(job.labels, key) && job.labels[key] === value),
    );
    const newestFirst = matching.sort((a, b) => b.seq - a.seq);
    return { jobs: newestFirst.slice(0, filter.limit).map(copy), more: newestFirst.length > filter.limit };
  }

  update(id: string, patch: Parameters<JobRecords['update']>[1]): void {
    const row = this.rows.get(id);
    if (!row) return;
    this.#journal.write(this.rows, id, { ...row, record: { ...row.record, ...copy(patch) } });
  }

  remove(id: string): void {
    const row = this.rows.get(id);
    if (!row) return;
    this.#journal.write(this.rows, id, undefined);
    this.#journal.write(this.logRows, id, undefined);
    this.dropWorkflowPieces(id);
    for (const [key, output] of this.outputRows) {
      if (output.jobId === id) this.#journal.write(this.outputRows, key, undefined);
    }
    this.assets?.removeProductsOf(row.record);
  }

  setSearchFields(id: string, searchFields: SearchFields): void {
    const row = this.rows.get(id);
    if (row) this.#journal.write(this.rows, id, { ...row, searchFields });
  }

  searchFields(id: string): SearchFields | null {
    return this.rows.get(id)?.searchFields ?? null;
  }

  setShape(id: string, shape: string): void {
    const row = this.rows.get(id);
    if (row) this.#journal.write(this.rows, id, { ...row, shape });
  }

  shape(id: string): string | null {
    return this.rows.get(id)?.shape ?? null;
  }

  /** None: memory holds no jobs of an earlier version. */
  unreadForSearch(): string[] {
    return [];
  }

  countWithoutShape(): number {
    return 0;
  }

  countWithoutSearchFields(): number {
    return 0;
  }

  workflowText(id: string): string | null {
    return this.rows.has(id) ? [...this.workflowPieces(id)].join('') : null;
  }

  *workflowPieces(id: string): IterableIterator<string> {
    const row = this.rows.get(id);
    if (row) yield* [...(this.#pieces.get(id) ?? []), row.workflowText];
  }

  putWorkflowPiece(jobId: string, piece: string): void {
    this.#journal.write(this.#pieces, jobId, [...(this.#pieces.get(jobId) ?? []), piece]);
  }

  dropWorkflowPieces(jobId: string): void {
    this.#journal.write(this.#pieces, jobId, undefined);
  }

  setLabel(id: string, key: string, value: string): void {
    const row = this.rows.get(id);
    if (!row) return;
    const record = { ...row.record, labels: { ...row.record.labels, [key]: value } };
    this.#journal.write(this.rows, id, {
      ...row,
      record,
      searchText: `${row.searchText}\n${value.toLowerCase()}`,
    });
  }

  setOwner(id: string, owner: string): void {
    const row = this.rows.get(id);
    if (row) this.#journal.write(this.rows, id, { ...row, record: { ...row.record, owner } });
  }

  setRank(id: string, queueRank: number): void {
    const row = this.rows.get(id);
    if (row) this.#journal.write(this.rows, id, { ...row, record: { ...row.record, queueRank } });
  }

  withStatus(statuses: readonly JobStatus[]): JobRecord[] {
    return this.#records()
      .filter((job) => statuses.includes(job.status))
      .sort((a, b) => a.seq - b.seq)
      .map(copy);
  }

  countWithStatus(status: JobStatus): number {
    return this.#records().filter((job) => job.status === status).length;
  }

  countByStatus(): StatusCounts {
    const counts: StatusCounts = {};
    for (const { owner, status } of this.#records()) {
      if (!owner.startsWith(trashOwner(''))) counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  }

  postpone({ after, until, byMs }: Postponement): void {
    for (const [id, row] of this.rows) {
      const { expiresAt } = row.record;
      if (expiresAt <= after || expiresAt > until) continue;
      this.#journal.write(this.rows, id, { ...row, record: { ...row.record, expiresAt: expiresAt + byMs } });
    }
  }

  expiredBefore(now: number, limit: number): JobRecord[] {
    return this.#records()
      .filter((job) => job.expiresAt <= now)
      .sort((a, b) => a.expiresAt - b.expiresAt || a.seq - b.seq)
      .slice(0, limit)
      .map(copy);
  }

  putOutput(output: Parameters<JobRecords['putOutput']>[0]): void {
    if (!this.rows.has(output.jobId)) throw new Error(`No job ${output.jobId}`);
    if (!this.assets?.rows.has(output.assetId)) throw new Error(`No asset ${output.assetId}`);
    const key = JSON.stringify([output.jobId, output.nodeId, output.name]);
    const position = this.outputRows.get(key)?.place ?? (this.#lastPlace += 1);
    this.#journal.write(this.outputRows, key, { ...output, place: position });
  }

  output(jobId: string, nodeId: string, name: string): OutputRecord | null {
    const all = this.outputs([jobId]).get(jobId) ?? [];
    return all.find((output) => output.nodeId === nodeId && output.name === name) ?? null;
  }

  outputs(jobIds: readonly string[]): Map<string, OutputRecord[]> {
    const wanted = new Set(jobIds);
    const found = new Map<string, OutputRecord[]>();
    for (const row of [...this.outputRows.values()].sort((a, b) => a.place - b.place)) {
      const asset = this.assets?.rows.get(row.assetId);
      if (!asset || !wanted.has(row.jobId)) continue;
      const { jobId, nodeId, name, type } = row;
      const list = found.get(jobId) ?? [];
      list.push({ jobId, nodeId, name, type, asset: copy(asset) });
      found.set(jobId, list);
    }
    return found;
  }

  outputNodes(assetIds: readonly string[]): Map<string, string> {
    const wanted = new Set(assetIds);
    const rows = [...this.outputRows.values()].filter(({ assetId }) => wanted.has(assetId));
    return new Map(rows.sort((a, b) => b.place - a.place).map(({ assetId, nodeId }) => [assetId, nodeId]));
  }

  removeOutputsOf(assetId: string): void {
    for (const [key, output] of this.outputRows) {
      if (output.assetId === assetId) this.#journal.write(this.outputRows, key, undefined);
    }
  }

  #records(): JobRecord[] {
    return [...this.rows.values()].map((row) => row.record);
  }
}
