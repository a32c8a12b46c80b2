import type { JobError, Labels, OutputType, Progress } from '@contract/jobs/schemas';
import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobSearches } from './job-search';
import type { RequestRecords } from './request-records';
import type { RouterRecords } from './router-records';

/**
 * The records of the gateway as a port. SQLite stands behind it in the product, maps in tests and in the browser; one
 * specification (`store.spec.ts`) holds both to the same behaviour. Synchronous on purpose: a verb is one
 * `transaction`, and nothing can come between its reads and its writes. All instants are milliseconds since the epoch.
 */
export interface Store {
  /**
   * All or nothing; a kill of the process takes nothing away from what has returned. A throw rolls back and passes through; of
   * one inside another, the inner part alone where the outer one catches it. `quick`: nobody waits until it is on disk, so that
   * a cut of the power may take it away.
   */
  transaction<T>(work: () => T, how?: { quick: boolean }): T;
  /**
   * Resolves when what was committed so far is on disk, quick commits aside. To be awaited before anything outside of the
   * gateway is told of it or done because of it; reads do not wait (decision 052). @throws StoreUnusable
   */
  synced(): Promise<void>;
  readonly jobs: JobRecords;
  readonly search: JobSearches;
  readonly assets: AssetRecords;
  readonly keys: KeyRecords;
  readonly logs: LogRecords;
  readonly router: RouterRecords;
  readonly requests: RequestRecords;
  readonly seen: SeenRecords;
  readonly trash: TrashRecords;
  readonly sessions: SessionRecords;
  close(): void;
}

export interface JobRecord {
  /** Order of submission; the cursor of listings. */
  seq: number;
  id: string;
  /** Account of the caller; the plain gateway has one, `local`. */
  owner: string;
  status: JobStatus;
  createdAt: number;
  startedAt: number | null;
  completedAt: number | null;
  expiresAt: number;
  labels: Labels;
  /** Latest snapshot that was stored; while a job runs the runner holds a newer one in memory. */
  progress: Progress | null;
  error: JobError | null;
  /** The job came with `extra_data`, which lives in memory only: it cannot run after a restart. */
  needsExtraData: boolean;
  /** Runs that were begun and not ended in good order; the one under way counts. */
  starts: number;
  /** What the node is called that makes the result; null where that is not known. */
  outputTitle: string | null;
  /** Name of the engine of a pool that the job was handed to last; `null` if there is none. */
  engine: string | null;
}

export type NewJob = Omit<JobRecord, 'seq' | 'engine'> & {
  /** The raw text of `workflow`, byte for byte as submitted (rule J-4.08), or what of it was not stored ahead. */
  workflowText: string;
  /** Assets that the graph reads; they cannot be deleted while the job is unfinished. */
  assetIds: readonly string[];
  /** What people look for it by, in lower case. */
  searchText: string;
};

export type JobPatch = Partial<
  Pick<JobRecord, 'status' | 'startedAt' | 'completedAt' | 'progress' | 'error' | 'starts' | 'engine'>
>;

export interface OutputRecord {
  jobId: string;
  nodeId: string;
  name: string;
  type: OutputType;
  asset: AssetRecord;
}

export interface JobFilter {
  owner: string;
  limit: number;
  /** Only jobs submitted before this one. */
  beforeSeq?: number;
  statuses?: readonly JobStatus[];
  labels?: Readonly<Labels>;
}

/** Instants, and by how long. */
export interface Postponement {
  after: number;
  until: number;
  byMs: number;
}

export interface JobRecords {
  insert(job: NewJob): JobRecord;
  get(id: string): JobRecord | null;
  /** As in `get`, without reading the rest, whose progress may name thousands of nodes. */
  status(id: string): JobStatus | null;
  /** Newest first. `more` tells that older ones match too. */
  list(filter: JobFilter): { jobs: JobRecord[]; more: boolean };
  /** Changes nothing where there is no such job. */
  update(id: string, patch: JobPatch): void;
  /**
   * With its log, its input references and the assets it produced. A product that an unfinished job reads stays, as an
   * asset of no job whose deadline has come. The blobs are the caller's: they go when nothing refers to them any more.
   */
  remove(id: string): void;
  workflowText(id: string): string | null;
  /** The same in the pieces in which it is stored, each read when it is asked for; none where there is no such job. */
  workflowPieces(id: string): IterableIterator<string>;
  /** Stores the next piece of a workflow ahead of its job; what `insert` gets then is the rest. */
  putWorkflowPiece(jobId: string, piece: string): void;
  /** Of a job that was not made. Those that a kill left behind go when the store is opened. */
  dropWorkflowPieces(jobId: string): void;
  /** Sets one label, which listings and searches then find it by. Changes nothing where there is no such job. */
  setLabel(id: string, key: string, value: string): void;
  /** In order of submission. */
  withStatus(statuses: readonly JobStatus[]): JobRecord[];
  countWithStatus(status: JobStatus): number;
  /** Jobs that wait ahead of this one, plus one. */
  queuePosition(seq: number): number;
  /** Those that expire after `after`, up to `until`, expire so much later. */
  postpone(jobs: Postponement): void;
  /** Those whose retention ended at or before `now`, at most `limit`. */
  expiredBefore(now: number, limit: number): JobRecord[];
  /**
   * Replaces an output of the same node and name in its place: a job that runs again has each output once. The asset
   * that it replaces stays readable until the job goes. @throws where the job or the asset does not exist.
   */
  putOutput(output: { jobId: string; nodeId: string; name: string; type: OutputType; assetId: string }): void;
  /** The one output of this node with this name. */
  output(jobId: string, nodeId: string, name: string): OutputRecord | null;
  /** In the order of commitment, by job id. */
  outputs(jobIds: readonly string[]): Map<string, OutputRecord[]>;
  /** Node ids of the outputs that refer to these assets, by asset id; without an entry for other assets. */
  outputNodes(assetIds: readonly string[]): Map<string, string>;
}

export interface AssetRecord {
  id: string;
  owner: string;
  /** blake3 as 64 hex digits; null where the bytes lie elsewhere and were not read yet. */
  blob: string | null;
  sizeBytes: number;
  contentType: string;
  filePath: string | null;
  createdAt: number;
  /** Null: kept without a deadline. */
  expiresAt: number | null;
  /** The producing job; null for uploads. */
  jobId: string | null;
  tags: readonly string[];
}

/** Brought by a caller, or made by a job. */
export type AssetOrigin = 'uploads' | 'outputs';

export interface AssetFilter {
  owner: string;
  now: number;
  limit: number;
  origin?: AssetOrigin;
  /** Part of the file name, or the beginning of the hash or of the job's id; small and large ASCII letters are alike. */
  text?: string;
  /** Only assets that were added before this place. */
  before?: number;
}

export interface AssetRecords {
  insert(asset: AssetRecord): void;
  get(id: string): AssetRecord | null;
  /**
   * An upload of this owner with these bytes, this name (null: none) and this media type (null: any); of several the
   * one that is kept longest.
   */
  findReference(owner: string, blob: string, filePath: string | null, contentType: string | null): AssetRecord | null;
  /** Some asset of this owner over these bytes, an upload or a product; null: the owner does not have them. */
  findOwned(owner: string, blob: string): AssetRecord | null;
  /** The newest first, without those whose deadline has come. `next` is the place to go on before; null at the end. */
  list(filter: AssetFilter): Promise<{ assets: AssetRecord[]; next: number | null }>;
  count(owner: string, now: number): Record<AssetOrigin, number>;
  update(id: string, patch: Partial<Pick<AssetRecord, 'expiresAt' | 'blob' | 'sizeBytes'>>): void;
  remove(id: string): void;
  /** Those that expire after `after`, up to `until`, expire so much later. */
  postpone(assets: Postponement): void;
  /** An unfinished job reads it. */
  isInUse(id: string): boolean;
  expiredBefore(now: number, limit: number): AssetRecord[];
  /** Any record refers to these bytes, be it of an asset or of an answer that a key gives again. */
  isBlobReferenced(blob: string): boolean;
  /** All distinct blobs that records refer to, for the sweep at start. */
  referencedBlobs(): Set<string>;
}

/** Idempotency keys, Job API 4, rule 4: single use, 24 h. `scope` keeps operations and owners apart. */
export interface KeyRecords {
  /** False when the key is claimed already and its claim is younger than `lifetimeMs`; then the old claim stands. */
  claim(scope: string, key: string, now: number, lifetimeMs: number): boolean;
  release(scope: string, key: string): void;
  removeClaimedBefore(instant: number): void;
}

export interface LogRecord {
  text: string;
  truncated: boolean;
  capturedAt: number;
  complete: boolean;
}

export interface LogRecords {
  put(jobId: string, log: LogRecord): void;
  get(jobId: string): LogRecord | null;
}

/** Digests of the addresses that answers of models have named. */
export interface SeenRecords {
  /** Noted again, an address counts as new. */
  note(digests: readonly string[], now: number): void;
  has(digest: string): boolean;
  removeNotedBefore(instant: number): void;
}

/** A browser that signed in. Digests only: what is stored here opens nothing. */
export interface SessionRecord {
  /** Digest of the cookie's value. */
  id: string;
  /** Digest of the proof that the page sends beside the cookie. */
  proof: string;
  /** Digest of the token that the browser signed in with. */
  token: string;
  expiresAt: number;
}

/** Sessions of the console. */
export interface SessionRecords {
  all(): SessionRecord[];
  insert(session: SessionRecord): void;
  remove(id: string): void;
}

/** A deleted job, until it is removed for good or restored. */
export interface TrashRecord {
  jobId: string;
  /** Whose it was, and whose it is again once restored. */
  owner: string;
  deletedAt: number;
  /** The files that the job made stay, as files of no job. */
  keepsOutputs: boolean;
}

/**
 * Deleted jobs (decision 034). While a job is in the trash, it and the files that go with it belong to nobody who can
 * ask: no listing, search, count or content finds them.
 */
export interface TrashRecords {
  /** @throws where there is no such job */
  put(record: TrashRecord): void;
  get(jobId: string): TrashRecord | null;
  /** Gives job and files back to their owner. */
  restore(jobId: string): void;
  /** Newest first. */
  list(owner: string, limit: number): TrashRecord[];
  deletedBefore(instant: number, limit: number): TrashRecord[];
  /** Before the job is removed: files that are to stay no longer belong to it. */
  releaseOutputs(jobId: string): void;
  /** Jobs in the trash that have this status, whoever owns them. */
  countWithStatus(status: JobStatus): number;
  /** What takes space, by what it belongs to. Sizes count each record, also of bytes that are shared. */
  usage(owner: string): StorageUsage;
}

export interface StorageUsage {
  uploads: SpaceUsed;
  outputs: SpaceUsed;
  trash: SpaceUsed;
  /** Jobs by the size of their files, the largest first. */
  largestJobs: readonly { jobId: string; files: number; bytes: number }[];
}

export interface SpaceUsed {
  files: number;
  bytes: number;
}

/** Jobs that a report of space names. */
export const MAX_LARGEST = 10;

/** Who owns what is in the trash. */
export function trashOwner(owner: string): string {
  return `trash:${owner}`;
}
