import { writeEvent } from '@contract/jobs/events';
import { isActive, JOB_STATUSES } from '@contract/jobs/lifecycle';
import type { AppDeps } from '../deps';
import { ApiProblem } from '../http/operation';
import { jobEvent } from '../jobs/event-frames';
import type { EventHub, JobChange } from '../jobs/event-hub';
import type { Runner } from '../jobs/runner';
import type { FeedItem } from './feed-queue';
import { FeedStream } from './feed-stream';

/** Open feeds that fit: one per browser is enough, since its tabs share it. */
export const MAX_FEEDS = 16;
const RETRY_AFTER_S = 5;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Proxies that buffer would turn a live stream into one late answer.
  'x-accel-buffering': 'no',
};

const UNFINISHED = JOB_STATUSES.filter(isActive);

export interface FeedDeps extends Pick<AppDeps, 'store' | 'clock' | 'sign'> {
  hub: EventHub;
  runner: Pick<Runner, 'liveProgress' | 'newestPreview'>;
}

/**
 * `GET /console/events`: one stream with the events of all jobs, since a browser has six connections per origin and an
 * open stream takes one. Frames are those of a job's own stream (contract/jobs/events.ts) with `job_id` added; on
 * connect comes the snapshot of every unfinished job. Moves within the queue are not told here: polling tells them.
 */
export class JobFeed {
  readonly #deps: FeedDeps;
  readonly #open = new Set<FeedStream>();

  constructor(deps: FeedDeps) {
    this.#deps = deps;
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
    leave = this.#deps.hub.subscribeToAll((change, jobId) => stream.take({ jobId, change }));
    return new Response(stream.body, { headers: HEADERS });
  }

  close(): void {
    for (const stream of this.#open) stream.close();
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
