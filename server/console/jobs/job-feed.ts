import { writeEvent } from '@contract/jobs/events';
import { isActive, JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../../deps';
import { EventStream } from '../../http/event-stream';
import { jobApiError } from '../../http/job-api-error';
import { jobEvent } from '../../jobs/events/event-frames';
import type { EventHub, JobChange } from '../../jobs/events/event-hub';
import type { Runner } from '../../jobs/run/runner';
import { Throttle } from '../../jobs/run/throttle';

/** Maximum number of open feeds: one per browser is enough, since its tabs share it. */
export const MAX_FEEDS = 16;
const RETRY_AFTER_S = 5;

/**
 * Number of queue positions to send: every start shifts a queue of a thousand jobs, so only the first ones are sent, and not at
 * every shift.
 */
export const POSITIONS_SENT = 50;
const POSITIONS_INTERVAL_MS = 1000;

/** High-water mark: frames buffered for a client between two reads. */
const READY_FRAMES = 64;

const UNFINISHED = JOB_STATUSES.filter(isActive);

export interface FeedDeps extends Pick<AppDeps, 'store' | 'clock' | 'sign'> {
  hub: EventHub;
  runner: Pick<Runner, 'liveProgress' | 'newestPreview' | 'queuePosition' | 'waiting'>;
}

/**
 * `GET /console/events`: one stream with the events of all jobs, since a browser has six connections per origin and an open stream
 * takes one. Frames are those of a single job's stream (contract/jobs/events.ts) plus `job_id`. On connect, it sends a snapshot of
 * every unfinished job. When the queue changes, it sends the new positions of the first jobs.
 */
export class JobFeed {
  readonly #deps: FeedDeps;
  readonly #open = new Set<EventStream<FeedItem>>();
  readonly #reportPositions: Throttle;
  /** Ids in the queue order that was last sent. */
  #sentPositions: string[] = [];

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#reportPositions = new Throttle(deps.clock, POSITIONS_INTERVAL_MS, () => this.#publishPositions());
  }

  /** @throws HttpError `too_many_streams` */
  respond({ signal }: Request, origin: string): Response {
    if (this.#open.size >= MAX_FEEDS) {
      const message = `More than ${MAX_FEEDS} event streams are open; poll instead, or try again later`;
      throw jobApiError('too_many_streams', message, { retryAfterS: RETRY_AFTER_S });
    }
    let leave: (() => void) | null = null;
    const stream = new EventStream<FeedItem>({
      clock: this.#deps.clock,
      signal,
      waiting: new FeedQueue(),
      readyFrames: READY_FRAMES,
      // Informs the client at once that the stream is open, even if there are no jobs.
      greeting: 'open',
      frame: (item) => feedFrame(item, origin, this.#deps),
      onEnd: () => {
        leave?.();
        this.#open.delete(stream);
      },
    });
    this.#open.add(stream);
    // Nothing can change between the snapshot and the subscription: both happen in the same turn.
    for (const item of this.#snapshot()) stream.take(item);
    leave = this.#deps.hub.subscribeToAll((change, jobId) => {
      stream.take({ jobId, change });
      this.#recordPosition(change, jobId);
    });
    // The snapshot contains all positions; a client that connected earlier may still wait for the last change.
    if (this.#open.size === 1) this.#sentPositions = this.#deps.runner.waiting(POSITIONS_SENT);
    return stream.response;
  }

  get openStreams(): number {
    return this.#open.size;
  }

  /** A job was moved in the queue, which shifts others. */
  noteMove(): void {
    this.#reportPositions.request();
  }

  close(): void {
    this.#reportPositions.stop();
    for (const stream of this.#open) stream.close();
  }

  /** Notes queue changes: a job that leaves the queue shifts those behind it; the position of a new job was just sent. */
  #recordPosition(change: JobChange, jobId: string): void {
    if (change.kind !== 'status' || change.status === 'canceling') return;
    if (change.status !== 'queued') this.#reportPositions.request();
    else if (change.queuePosition !== null) this.#sentPositions[change.queuePosition - 1] = jobId;
  }

  #publishPositions(): void {
    const before = this.#sentPositions;
    this.#sentPositions = this.#deps.runner.waiting(POSITIONS_SENT);
    for (const [index, jobId] of this.#sentPositions.entries()) {
      if (before[index] === jobId) continue;
      const change: JobChange = { kind: 'status', status: 'queued', queuePosition: index + 1 };
      for (const stream of this.#open) stream.take({ jobId, change });
    }
  }

  /** Returns status, latest progress and newest preview, in this order, of every unfinished job (rule J-6.12). */
  #snapshot(): FeedItem[] {
    const { store, runner } = this.#deps;
    return store.jobs.withStatus(UNFINISHED).flatMap(({ id, status, progress }) => {
      const queuePosition = status === 'queued' ? runner.queuePosition(id) : null;
      const changes: JobChange[] = [{ kind: 'status', status, queuePosition }];
      const latest = runner.liveProgress(id) ?? progress;
      const preview = runner.newestPreview(id);
      if (latest) changes.push({ kind: 'progress', progress: latest });
      if (preview) changes.push({ kind: 'preview', preview });
      return changes.map((change) => ({ jobId: id, change }));
    });
  }
}

function feedFrame({ jobId, change }: FeedItem, origin: string, deps: FeedDeps): string {
  const { event, data } = jobEvent(change, origin, deps);
  return writeEvent({ event, data: { job_id: jobId, ...data } });
}

interface FeedItem {
  jobId: string;
  change: JobChange;
}

/** Maximum number of buffered log lines per slow client; older ones are dropped. */
const MAX_WAITING_LOGS = 500;
/** Terminal statuses and outputs are never dropped, so a client that reads nothing at all is disconnected. */
const MAX_WAITING = 10_000;

/**
 * Buffer of a slow client of the feed. Of each job it keeps only the newest progress, preview and queue position. It keeps the
 * newest log lines of all jobs, and everything else.
 */
class FeedQueue {
  /** In publishing order: a map keeps insertion order, and a key that is set again moves to the end. */
  readonly #items = new Map<string, FeedItem>();
  #count = 0;
  #logs = 0;

  /** @returns false if the client is too far behind. */
  push(item: FeedItem): boolean {
    const { change } = item;
    const { kind } = change;
    this.#count += 1;
    if (kind === 'progress' || kind === 'preview' || (kind === 'status' && change.status === 'queued')) {
      const key = `${kind} ${item.jobId}`;
      this.#items.delete(key);
      this.#items.set(key, item);
    } else {
      if (kind === 'log') this.#makeRoomForLog();
      this.#items.set(`${kind} ${this.#count}`, item);
    }
    return this.#items.size <= MAX_WAITING;
  }

  shift(): FeedItem | undefined {
    for (const [key, item] of this.#items) {
      this.#items.delete(key);
      if (item.change.kind === 'log') this.#logs -= 1;
      return item;
    }
    return undefined;
  }

  #makeRoomForLog(): void {
    if (this.#logs < MAX_WAITING_LOGS) {
      this.#logs += 1;
      return;
    }
    for (const key of this.#items.keys()) {
      if (!key.startsWith('log ')) continue;
      this.#items.delete(key);
      return;
    }
  }
}
