import { isTerminal } from '@contract/jobs/lifecycle';
import { EventStream } from '../http/event-stream';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import type { JobRecord } from '../storage/store';
import { eventFrame } from './events/event-frames';
import type { JobChange } from './events/event-hub';
import { FrameQueue } from './events/frame-queue';
import { requestedJob, type JobsDeps } from './job-access';

/** Maximum number of open streams; each takes a connection and a timer. Polling has no such limit. */
export const MAX_STREAMS = 64;
const RETRY_AFTER_S = 5;

/** High-water mark: frames buffered for a client between two reads. */
const READY_FRAMES = 16;

/** Job API 6: snapshot on connect, updates, all outputs before the terminal status, then the end of the body. */
export function getJobEvents(deps: JobsDeps): OperationHandler {
  const { streams } = deps;
  return (context) => {
    const job = requestedJob(deps, context);
    if (streams.size >= MAX_STREAMS && !isTerminal(job.status)) {
      const message = `More than ${MAX_STREAMS} event streams are open; poll the job instead, or try again later`;
      throw jobApiError('too_many_streams', message, { retryAfterS: RETRY_AFTER_S });
    }
    let unsubscribe: (() => void) | null = null;
    const stream = new EventStream<JobChange>({
      clock: deps.clock,
      signal: context.request.signal,
      waiting: new FrameQueue(),
      frame: (change) => eventFrame(change, context.origin, deps),
      readyFrames: READY_FRAMES,
      onEnd: () => {
        streams.delete(stream);
        unsubscribe?.();
      },
    });
    streams.add(stream);
    const take = untilTerminal(stream);
    // Nothing can change between the snapshot and the subscription: both happen in the same turn.
    for (const change of snapshot(deps, job)) take(change);
    if (!isTerminal(job.status)) unsubscribe = deps.hub.subscribe(job.id, take);
    return stream.response;
  };
}

/** Passes changes to the stream; nothing is sent after the terminal status (J-6.21). */
function untilTerminal(stream: EventStream<JobChange>): (change: JobChange) => void {
  let lastStatus = '';
  let isOver = false;
  return (change) => {
    if (isOver) return;
    if (change.kind === 'status') {
      // A change behind this job in the queue does not affect its clients.
      const status = `${change.status} ${change.queuePosition}`;
      if (status === lastStatus) return;
      lastStatus = status;
      isOver = isTerminal(change.status);
    }
    stream.take(change);
    if (isOver) stream.complete();
  };
}

/** Rule J-6.12: current status, then the latest progress, then the newest preview; only the status if the job is finished. */
function snapshot({ runner }: JobsDeps, job: JobRecord): JobChange[] {
  const { id, status } = job;
  const changes: JobChange[] = [{ kind: 'status', status, queuePosition: runner.queuePosition(id) }];
  if (isTerminal(status)) return changes;
  const progress = runner.liveProgress(id) ?? job.progress;
  const preview = runner.newestPreview(id);
  if (progress) changes.push({ kind: 'progress', progress });
  if (preview) changes.push({ kind: 'preview', preview });
  return changes;
}
