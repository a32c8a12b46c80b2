import { isTerminal } from '@contract/jobs/lifecycle';
import { ApiProblem, type OperationHandler } from '../http/operation';
import type { JobRecord } from '../storage/store';
import { eventFrame } from './event-frames';
import type { JobChange } from './event-hub';
import { requestedJob, type JobsDeps } from './job-access';
import { JobStream } from './job-stream';

/** Open streams that fit; each is a connection and a timer. Polling stays possible for everybody. */
export const MAX_STREAMS = 64;
const RETRY_AFTER_S = 5;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Proxies that buffer would turn a live stream into one late answer.
  'x-accel-buffering': 'no',
};

/** Job API 6: snapshot on connect, updates, every output before the terminal status, then the end of the body. */
export function getJobEvents(deps: JobsDeps): OperationHandler {
  const { streams } = deps;
  return (context) => {
    const job = requestedJob(deps, context);
    if (streams.size >= MAX_STREAMS && !isTerminal(job.status)) {
      const message = `More than ${MAX_STREAMS} event streams are open; poll the job instead, or try again later`;
      throw new ApiProblem('too_many_streams', message, { retryAfterS: RETRY_AFTER_S });
    }
    const { signal } = context.request;
    let unsubscribe: (() => void) | null = null;
    const stream = new JobStream({
      clock: deps.clock,
      frame: (change) => eventFrame(change, context.origin, deps),
      onEnd: () => {
        streams.delete(stream);
        unsubscribe?.();
        signal.removeEventListener('abort', end);
      },
    });
    const end = () => stream.end();
    streams.add(stream);
    signal.addEventListener('abort', end, { once: true });
    // Nothing can change between the snapshot and the subscription: both happen in this turn.
    for (const change of snapshot(deps, job)) stream.take(change);
    if (!isTerminal(job.status)) unsubscribe = deps.hub.subscribe(job.id, (change) => stream.take(change));
    return new Response(stream.body, { headers: HEADERS });
  };
}

/** Rule J-6.12: current status, then the latest progress, then the newest preview; of a finished job the status only. */
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
