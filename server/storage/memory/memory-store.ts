import { MemoryAssets } from './memory-assets';
import { MemoryJobSearches } from './memory-job-search';
import { MemoryJobs } from './memory-jobs';
import { copy, Journal } from './memory-undo-log';
import { MemoryCurated } from './memory-curated';
import { MemoryRequests } from './memory-requests';
import { MemoryRouter } from './memory-router';
import { MemoryTrash } from './memory-trash';
import { MemoryWebhook } from './memory-webhook';
import type { QueueRecords } from '../queue-records';
import type {
  KeyClaim,
  KeyRecords,
  LogRecord,
  LogRecords,
  ResultUrlRecords,
  SessionRecord,
  SessionRecords,
  Store,
} from '../store';

/** Creates a store of maps, for tests and for the gateway in a browser. Nothing is persisted. */
export function createMemoryStore(): Store {
  const journal = new Journal();
  const jobs = new MemoryJobs(journal);
  const router = new MemoryRouter(journal);
  const requests = new MemoryRequests(journal);
  const assets = new MemoryAssets(journal, jobs, () => [...router.blobs(), ...requests.blobs()]);
  jobs.assets = assets;
  return {
    jobs,
    queue: new MemoryQueue(journal, jobs),
    search: new MemoryJobSearches(
      () => jobs.rows.values(),
      (id) => (jobs.outputs([id]).get(id) ?? []).map(({ name }) => name),
    ),
    assets,
    keys: new MemoryKeys(journal),
    logs: new MemoryLogs(journal, jobs),
    router,
    requests,
    seen: new MemoryResultUrls(journal),
    sessions: new MemorySessions(journal),
    trash: new MemoryTrash(journal, jobs, assets),
    webhook: new MemoryWebhook(journal),
    curated: new MemoryCurated(journal),
    transaction: (work) => journal.transaction(work),
    synced: () => Promise.resolve(),
    close: () => {},
  };
}

/** The records of the jobs contain their ranks. */
class MemoryQueue implements QueueRecords {
  readonly #state = new Map<'pausedAt', number>();
  readonly #journal: Journal;
  readonly #jobs: MemoryJobs;

  constructor(journal: Journal, jobs: MemoryJobs) {
    this.#journal = journal;
    this.#jobs = jobs;
  }

  pausedAt(): number | null {
    return this.#state.get('pausedAt') ?? null;
  }

  setPausedAt(pausedAt: number | null): void {
    this.#journal.write(this.#state, 'pausedAt', pausedAt ?? undefined);
  }

  takeSeq(): number {
    return this.#jobs.takeSeq();
  }

  setRank(jobId: string, rank: number): void {
    this.#jobs.setRank(jobId, rank);
  }
}

class MemoryKeys implements KeyRecords {
  readonly #claims = new Map<string, KeyClaim & { claimedAt: number }>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  claim(scope: string, key: string, now: number, lifetimeMs: number, assetId?: string): boolean {
    if (this.find(scope, key, now, lifetimeMs)) return false;
    this.#journal.write(this.#claims, JSON.stringify([scope, key]), { claimedAt: now, assetId: assetId ?? null });
    return true;
  }

  find(scope: string, key: string, now: number, lifetimeMs: number): KeyClaim | null {
    const claim = this.#claims.get(JSON.stringify([scope, key]));
    return claim && now - claim.claimedAt < lifetimeMs ? { assetId: claim.assetId } : null;
  }

  release(scope: string, key: string): void {
    this.#journal.write(this.#claims, JSON.stringify([scope, key]), undefined);
  }

  removeClaimedBefore(timestamp: number): void {
    for (const [entry, { claimedAt }] of this.#claims) {
      if (claimedAt < timestamp) this.#journal.write(this.#claims, entry, undefined);
    }
  }
}

class MemoryLogs implements LogRecords {
  readonly #journal: Journal;
  readonly #jobs: MemoryJobs;

  constructor(journal: Journal, jobs: MemoryJobs) {
    this.#journal = journal;
    this.#jobs = jobs;
  }

  put(jobId: string, log: LogRecord): void {
    if (!this.#jobs.rows.has(jobId)) throw new Error(`No job ${jobId}`);
    this.#journal.write(this.#jobs.logRows, jobId, copy(log));
  }

  get(jobId: string): LogRecord | null {
    return copy(this.#jobs.logRows.get(jobId) ?? null);
  }
}

class MemoryResultUrls implements ResultUrlRecords {
  readonly #noted = new Map<string, number>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  note(digests: readonly string[], now: number): void {
    for (const digest of digests) this.#journal.write(this.#noted, digest, now);
  }

  has(digest: string): boolean {
    return this.#noted.has(digest);
  }

  removeNotedBefore(timestamp: number): void {
    for (const [digest, notedAt] of this.#noted) {
      if (notedAt < timestamp) this.#journal.write(this.#noted, digest, undefined);
    }
  }
}

class MemorySessions implements SessionRecords {
  readonly #sessions = new Map<string, SessionRecord>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  all(): SessionRecord[] {
    return [...this.#sessions.values()]
      .map((session) => ({ ...session }))
      .sort((a, b) => a.expiresAt - b.expiresAt || (a.id < b.id ? -1 : 1));
  }

  insert(session: SessionRecord): void {
    this.#journal.write(this.#sessions, session.id, { ...session });
  }

  remove(id: string): void {
    this.#journal.write(this.#sessions, id, undefined);
  }
}
