import { writeEvent } from '@contract/jobs/events';
import { isActive, JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import { ApiProblem } from '../http/operation';
import { jobEvent } from '../jobs/event-frames';
import type { EventHub, JobChange } from '../jobs/event-hub';
import type { Runner } from '../jobs/runner';
import { Throttle } from '../jobs/throttle';
import type { FeedItem } from './feed-queue';
import { FeedStream } from './feed-stream';

/** Open feeds that fit: one per browser is enough, since its tabs share it. */
export const MAX_FEEDS = 16;
const RETRY_AFTER_S = 5;

/** A line of a thousand moves at every start: those who stand in front are told, and not at each move. */
export const PLACES_TOLD = 50;
const PLACES_INTERVAL_MS = 1000;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Proxies that buffer would turn a live stream into one late answer.
  'x-accel-buffering': 'no',
};

const UNFINISHED = JOB_STATUSES.filter(isActive);

export interface FeedDeps extends Pick<AppDeps, 'store' | 'clock' | 'sign'> {
  hub: EventHub;
  runner: Pick<Runner, 'liveProgress' | 'newestPreview' | 'waiting'>;
}

/**
 * `GET /console/events`: one stream with the events of all jobs, since a browser has six connections per origin and an
 * open stream takes one. Frames are those of a job's own stream (contract/jobs/events.ts) with `job_id` added; on
 * connect comes the snapshot of every unfinished job. As the queue moves, the new places of its first jobs follow.
 */
export class JobFeed {
  readonly #deps: FeedDeps;
  readonly #open = new Set<FeedStream>();
  readonly #tellPlaces: Throttle;
  /** Ids in the order in which they were told last. */
  #toldPlaces: string[] = [];

  constructor(deps: FeedDeps) {
    this.#deps = deps;
    this.#tellPlaces = new Throttle(deps.clock, PLACES_INTERVAL_MS, () => this.#publishPlaces());
  }

  /** @throws ApiProblem `too_many_streams` */
  respond({ signal }: Request, origin: string): Response {
    if (this.#open.size >= MAX_FEEDS) {
      const message = `More than ${MAX_FEEDS} event streams are open; poll instead, or try again later`;
      throw new ApiProblem('too_many_streams', message, { retryAfterS: RETRY_AFTER_S });
    }
    let leave: (() => void) | null = null;
    const stream = new FeedStream({
      clock: this.#deps.clock,
      frame: (item) => feedFrame(item, origin, this.#deps),
      onEnd: () => {
        leave?.();
        this.#open.delete(stream);
        signal.removeEventListener('abort', close);
      },
    });
    const close = () => stream.close();
    this.#open.add(stream);
    signal.addEventListener('abort', close, { once: true });
    // Nothing can change between the snapshot and the subscription: both happen in this turn.
    for (const item of this.#snapshot()) stream.take(item);
    leave = this.#deps.hub.subscribeToAll((change, jobId) => {
      stream.take({ jobId, change });
      this.#notePlace(change, jobId);
    });
    // Its snapshot told it all places; a reader that was here before may still wait for the last move.
    if (this.#open.size === 1) this.#toldPlaces = this.#deps.runner.waiting(PLACES_TOLD);
    return new Response(stream.body, { headers: HEADERS });
  }

  close(): void {
    this.#tellPlaces.stop();
    for (const stream of this.#open) stream.close();
  }

  /** Whatever leaves the line moves those behind it; who joins it was told its place just now. */
  #notePlace(change: JobChange, jobId: string): void {
    if (change.kind !== 'status' || change.status === 'canceling') return;
    if (change.status !== 'queued') this.#tellPlaces.request();
    else if (change.queuePosition !== null) this.#toldPlaces[change.queuePosition - 1] = jobId;
  }

  #publishPlaces(): void {
    const before = this.#toldPlaces;
    this.#toldPlaces = this.#deps.runner.waiting(PLACES_TOLD);
    for (const [index, jobId] of this.#toldPlaces.entries()) {
      if (before[index] === jobId) continue;
      const change: JobChange = { kind: 'status', status: 'queued', queuePosition: index + 1 };
      for (const stream of this.#open) stream.take({ jobId, change });
    }
  }

  /** Rule J-6.12, for every unfinished job: status, then the latest progress, then the newest preview. */
  #snapshot(): FeedItem[] {
    const { store, runner } = this.#deps;
    let queued = 0;
    return store.jobs.withStatus(UNFINISHED).flatMap(({ id, status, progress }) => {
      const queuePosition = status === 'queued' ? (queued += 1) : null;
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
