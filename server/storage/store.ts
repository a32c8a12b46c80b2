import type { AssetKind } from '@contract/console/asset-kinds';
import type { SearchFields } from '@contract/console/search-fields';
import type { SearchTerms } from '@contract/console/search-terms';
import type { Labels, OutputType } from '@contract/jobs/schemas';
import type { JobStatus } from '@contract/jobs/lifecycle';
import type { JobRecord } from './job-record';
import type { JobSearches, StatusCounts } from './search/job-search';
import type { QueueRecords } from './queue-records';
import type { RequestRecords } from './request-records';
import type { RouterRecords } from './router-records';
import type { WebhookRecords } from './webhook-records';

export type { JobRecord } from './job-record';

/**
 * The records of the gateway as a port: SQLite in the product, maps in tests and in the browser. One specification
 * (`store.spec.ts`) verifies both. Synchronous on purpose: an operation is one `transaction`, and nothing can run between its reads
 * and its writes. All timestamps are milliseconds since the epoch.
 */
export interface Store {
  /**
   * Runs all or nothing; a kill of the process loses nothing that has returned. An exception rolls back and is rethrown; in a
   * nested transaction only the inner part rolls back if the outer one catches it. `quick`: no caller waits for the disk, so a
   * power loss may undo it. On a full disk `work` may run twice, the first time without effect on the store.
   */
  transaction<T>(work: () => T, how?: { quick: boolean }): T;
  /**
   * Resolves when all commits so far are on disk, except quick ones. Await it before anything is reported outside of the gateway or
   * done because of it; reads do not wait (decision 052). @throws StoreUnusable
   */
  synced(): Promise<void>;
  readonly jobs: JobRecords;
  readonly queue: QueueRecords;
  readonly search: JobSearches;
  readonly assets: AssetRecords;
  readonly keys: KeyRecords;
  readonly logs: LogRecords;
  readonly router: RouterRecords;
  readonly requests: RequestRecords;
  readonly seen: ResultUrlRecords;
  readonly trash: TrashRecords;
  readonly sessions: SessionRecords;
  readonly webhook: WebhookRecords;
  readonly curated: CuratedRecords;
  close(): void;
}

export type NewJob = Omit<JobRecord, 'seq' | 'queueRank' | 'engine'> & {
  /** The raw text of `workflow`, byte for byte as submitted (rule J-4.08), or the rest that was not stored ahead. */
  workflowText: string;
  /** Assets that the graph reads; they cannot be deleted while the job is unfinished. */
  assetIds: readonly string[];
  /** Searchable text, in lower case. */
  searchText: string;
  /** Its generation inputs, for searches by them. */
  searchFields: SearchFields;
  /** `workflowShape` of its workflow, for searches for jobs with the same one. */
  shape: string;
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

/** A range of expiry times, and by how much to extend them. */
export interface Postponement {
  after: number;
  until: number;
  byMs: number;
}

export interface JobRecords {
  insert(job: NewJob): JobRecord;
  get(id: string): JobRecord | null;
  /** Same as in `get`, without reading the rest, whose progress may list thousands of nodes. */
  status(id: string): JobStatus | null;
  /** Newest first. `more` is true if older jobs match too. */
  list(filter: JobFilter): { jobs: JobRecord[]; more: boolean };
  /** Does nothing if there is no such job. */
  update(id: string, patch: JobPatch): void;
  /**
   * Removes a job with its log, its input references and the assets it produced. A product that an unfinished job reads stays, as
   * an expired asset without a job. The caller must collect blobs that no record refers to any more.
   */
  remove(id: string): void;
  /** Stores the generation inputs of a job from an earlier version. Does nothing if there is no such job. */
  setSearchFields(id: string, fields: SearchFields): void;
  /** Returns `null` if there is no such job, or if they were not read yet. */
  searchFields(id: string): SearchFields | null;
  countWithoutSearchFields(): number;
  /** Stores the shape of the workflow of a job from an earlier version. Does nothing if there is no such job. */
  setShape(id: string, shape: string): void;
  /** Returns `null` if there is no such job, or if it was not read yet. */
  shape(id: string): string | null;
  countWithoutShape(): number;
  /** Returns ids of jobs from earlier versions whose shape, and maybe generation inputs, were not read yet, newest first. */
  unreadForSearch(limit: number): string[];
  workflowText(id: string): string | null;
  /** Yields the text in its stored pieces, each read on demand; none if there is no such job. */
  workflowPieces(id: string): IterableIterator<string>;
  /** Stores the next piece of a workflow ahead of its job; `insert` then gets the rest. */
  putWorkflowPiece(jobId: string, piece: string): void;
  /** Drops the pieces of a job that was not created. Pieces left by a kill are removed when the store is opened. */
  dropWorkflowPieces(jobId: string): void;
  /** Sets one label, by which listings and searches then find the job. Does nothing if there is no such job. */
  setLabel(id: string, key: string, value: string): void;
  /** In submission order. */
  withStatus(statuses: readonly JobStatus[]): JobRecord[];
  countWithStatus(status: JobStatus): number;
  /** Counts the jobs of all owners that are not in the trash. */
  countByStatus(): StatusCounts;
  /** Extends the expiry of all jobs that expire after `after`, up to `until`. */
  postpone(jobs: Postponement): void;
  /** Returns at most `limit` jobs whose retention ended at or before `now`. */
  expiredBefore(now: number, limit: number): JobRecord[];
  /**
   * Adds an output, or replaces that of the same node and name, so that a job that runs again has each output once. The replaced
   * asset stays readable until the job is removed. @throws if the job or the asset does not exist
   */
  putOutput(output: { jobId: string; nodeId: string; name: string; type: OutputType; assetId: string }): void;
  output(jobId: string, nodeId: string, name: string): OutputRecord | null;
  /** In commit order, by job id. */
  outputs(jobIds: readonly string[]): Map<string, OutputRecord[]>;
  /** Returns node ids of the outputs that refer to these assets, by asset id; other assets have no entry. */
  outputNodes(assetIds: readonly string[]): Map<string, string>;
}

export interface AssetRecord {
  id: string;
  owner: string;
  /** blake3 as 64 hex digits; `null` if the bytes are stored elsewhere and were not read yet. */
  blob: string | null;
  sizeBytes: number;
  contentType: string;
  filePath: string | null;
  createdAt: number;
  /** `null` if it never expires. */
  expiresAt: number | null;
  /** The producing job; `null` for uploads. */
  jobId: string | null;
  tags: readonly string[];
}

/** Uploaded by a caller, or made by a job or by a model, whose results are copied. */
export type AssetOrigin = 'uploads' | 'outputs';

export interface AssetFilter {
  owner: string;
  now: number;
  limit: number;
  /** `models`: only those outputs that a model made. */
  origin?: AssetOrigin | 'models';
  kind?: AssetKind;
  /** Created at or after this time. */
  createdFrom?: number;
  createdBefore?: number;
  /** Only outputs of jobs with these `seq`. */
  jobs?: ReadonlySet<number>;
  /** With `jobs`: and these results of models. */
  results?: FoundResults;
  /** Part of the file name, or a prefix of the hash or of the job id; ASCII letters match case-insensitively. */
  text?: string;
  /**
   * Also finds outputs by the text of their jobs, whatever the name of the file, if there is a `text`. Returns those of the
   * given `seq` whose job matches.
   */
  matchJobs?: (seqs: readonly number[]) => Promise<ReadonlySet<number>>;
  /** With `text`: also finds these results of models, whatever their names. */
  matchedResults?: FoundResults;
  /** Only assets added before this position. */
  before?: number;
}

/** Results of models: positions by id. */
export type FoundResults = ReadonlyMap<string, number>;

export interface AssetRecords {
  insert(asset: AssetRecord): void;
  /** Records what a model made the file from; replaces what was recorded before. */
  setInputs(id: string, inputs: SearchFields): void;
  /** Finds results of models by their inputs: each word must occur in one of them. */
  findResults(owner: string, terms: SearchTerms): Promise<FoundResults>;
  get(id: string): AssetRecord | null;
  /**
   * Finds an upload of this owner with these bytes, this name (`null`: none) and this media type (`null`: any); the one that
   * expires last.
   */
  findReference(owner: string, blob: string, filePath: string | null, contentType: string | null): AssetRecord | null;
  /** Finds any asset of this owner with these bytes, uploaded or produced; `null` if there is none. */
  findOwned(owner: string, blob: string): AssetRecord | null;
  /** Newest first, without expired assets. `next` is the cursor of the next page; `null` on the last page. */
  list(filter: AssetFilter): Promise<{ assets: AssetRecord[]; next: number | null }>;
  count(owner: string, now: number): Record<AssetOrigin, number>;
  update(id: string, patch: Partial<Pick<AssetRecord, 'expiresAt' | 'blob' | 'sizeBytes'>>): void;
  remove(id: string): void;
  /** Extends the expiry of all assets that expire after `after`, up to `until`. */
  postpone(assets: Postponement): void;
  /** Returns true if an unfinished job reads the asset. */
  isInUse(id: string): boolean;
  expiredBefore(now: number, limit: number): AssetRecord[];
  /** Returns true if any record refers to these bytes: an asset, or a response that is replayed for an idempotency key. */
  isBlobReferenced(blob: string): boolean;
  /** Returns all distinct blobs that records refer to, for the sweep at start. */
  referencedBlobs(): Set<string>;
  /** Counts the assets of all owners with these bytes. */
  countWithBlob(blob: string): number;
  /**
   * Forgets the bytes of an output, whose record stays with its job: `isContentRemoved` is true for it. It appears in no listing, count
   * or search, and no job can read it. The caller must collect the blob. Does nothing if there is no such asset.
   */
  removeContent(id: string): void;
  /** Outputs of jobs, oldest first, that come after a cursor; `null`: from the oldest one. */
  oldestOutputs(owner: string, after: OutputCursor | null, limit: number): ListedOutput[];
  /** Returns the bytes of all files of an owner, each content once. Other requests are served in between. */
  distinctBytes(owner: string): Promise<number>;
  /** Returns the bytes of the files that were created at or after `from`, and before `before`. */
  bytesCreated(owner: string, from: number, before: number): number;
}

/** Position of an output in the order of creation. */
export interface OutputCursor {
  createdAt: number;
  /** Place among those of the same time. */
  place: number;
}

export interface ListedOutput {
  asset: AssetRecord & { jobId: string };
  cursor: OutputCursor;
}

export interface KeyClaim {
  /** `null` for submissions, and for uploads by an earlier version. */
  assetId: string | null;
}

/** Job API 8. */
export const IDEMPOTENCY_KEY_LIFETIME_MS = 24 * 3600 * 1000;

/** Keys are separate for each owner and operation. */
export function keyScope(operation: string, owner: string): string {
  return `${operation}:${owner}`;
}

/** Idempotency keys (Job API 4, rule 4): single use, 24 h. `scope` is a `keyScope`. */
export interface KeyRecords {
  /**
   * Returns false if the idempotency key is already claimed and its claim is younger than `lifetimeMs`; the old claim then stays.
   * @param assetId what the request with this key created, if it was an upload
   */
  claim(scope: string, key: string, now: number, lifetimeMs: number, assetId?: string): boolean;
  /** Returns the claim that makes `claim` return false; `null` if the key is free. */
  find(scope: string, key: string, now: number, lifetimeMs: number): KeyClaim | null;
  release(scope: string, key: string): void;
  removeClaimedBefore(timestamp: number): void;
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

/** Digests of the URLs found in model responses. */
export interface ResultUrlRecords {
  /** Noting a URL again renews it. */
  note(digests: readonly string[], now: number): void;
  has(digest: string): boolean;
  removeNotedBefore(instant: number): void;
}

/** A browser that signed in. Contains digests only, so that the stored data grants no access. */
export interface SessionRecord {
  /** Digest of the cookie value. */
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

/** What a user curates, such as a star or a template. Its state is a text that the store does not read. */
export interface CuratedRow {
  kind: string;
  id: string;
  state: string;
  /** Number of its last change: each change of an owner has a higher one. */
  version: number;
}

/** They outlive what they are about: the browser that made them may list a job from its own history. */
export interface CuratedRecords {
  /** Identifies the records: those of another data folder have another one. */
  id(): string;
  get(owner: string, kind: string, id: string): string | null;
  /** Stores it under the next version. */
  put(owner: string, record: Omit<CuratedRow, 'version'>): void;
  /** In the order of their changes, up to a number and a sum of the lengths of their states; at least one if there is one. */
  changedSince(owner: string, version: number, limit: { count: number; length: number }): CuratedRow[];
  /** Version of the last change; 0 if there are none. */
  version(owner: string): number;
  /** Sum of the lengths of all states. */
  usedLength(owner: string): number;
}

/** A deleted job, until it is removed permanently or restored. */
export interface TrashRecord {
  jobId: string;
  /** The owner before deletion and after a restore. */
  owner: string;
  deletedAt: number;
  /** True if the files that the job produced stay, as files without a job. */
  keepsOutputs: boolean;
}

/**
 * Deleted jobs (decision 034). While a job is in the trash, no caller owns it and its files: they appear in no listing, search,
 * count or content response.
 */
export interface TrashRecords {
  /** @throws if there is no such job */
  put(record: TrashRecord): void;
  get(jobId: string): TrashRecord | null;
  /** Returns job and files to their owner. */
  restore(jobId: string): void;
  /** Newest first. */
  list(owner: string, limit: number): TrashRecord[];
  deletedBefore(instant: number, limit: number): TrashRecord[];
  /** Call before the job is removed: detaches the files that stay. */
  releaseOutputs(jobId: string): void;
  /** Returns the disk usage by category. Sizes count each record, even if records share their bytes. */
  usage(owner: string): StorageUsage;
}

export interface StorageUsage {
  uploads: SpaceUsed;
  outputs: SpaceUsed;
  trash: SpaceUsed;
  /** Outputs whose content was removed to keep the storage limit, with their former sizes. */
  removed: SpaceUsed;
  /** Jobs with the largest files in total, largest first. */
  largestJobs: readonly { jobId: string; files: number; bytes: number }[];
}

export interface SpaceUsed {
  files: number;
  bytes: number;
}

/** Maximum number of jobs in a storage report. */
export const MAX_LARGEST_JOBS = 10;

/** Returns the owner of everything in the trash. */
export function trashOwner(owner: string): string {
  return `trash:${owner}`;
}

const REMOVED = 'removed:';

/** Returns the owner of outputs whose content was removed to keep the storage limit. */
export function removedOwner(owner: string): string {
  return REMOVED + owner;
}

/** Returns true if the content of an output was removed to keep the storage limit. */
export function isContentRemoved({ owner }: Pick<AssetRecord, 'owner'>): boolean {
  return owner.startsWith(REMOVED);
}
