import type { AppDeps } from '../deps';
import type { OperationHandler } from '../http/operation';
import { cancelJob, getJob, getJobLogs, getJobWorkflow, listJobs } from './stored-jobs';
import { EventHub } from './events/event-hub';
import type { JobsDeps } from './job-access';
import type { RunnerDeps } from './run/recovery';
import { Runner } from './run/runner';
import { monitorJobs } from './monitor-jobs';
import { getJobEvents } from './get-job-events';
import { postJobs } from './post-jobs';

type JobHandlers = Record<
  'postJobs' | 'listJobs' | 'getJob' | 'cancelJob' | 'getJobEvents' | 'getJobWorkflow' | 'getJobLogs',
  OperationHandler
>;

export interface Jobs {
  handlers: JobHandlers;
  hub: EventHub;
  runner: Runner;
  /** Number of open event streams of single jobs. */
  openStreams(): number;
  /** Recovers unfinished jobs and starts the runner; nothing runs before. */
  start(): void;
  /** Ends streams and stops runs. Resolves when all writes are done. */
  close(): Promise<void>;
}

export function jobOperations(
  appDeps: Omit<JobsDeps, 'hub' | 'runner' | 'streams'> & RunnerDeps & Pick<AppDeps, 'metrics' | 'traces'>,
): Jobs {
  const hub = new EventHub();
  monitorJobs(hub, appDeps);
  const runner = new Runner(appDeps, hub);
  const deps: JobsDeps = { ...appDeps, hub, runner, streams: new Set() };
  return {
    hub,
    runner,
    openStreams: () => deps.streams.size,
    start: () => runner.start(),
    close: async () => {
      for (const stream of deps.streams) stream.close();
      await runner.close();
    },
    handlers: {
      postJobs: postJobs(deps),
      listJobs: listJobs(deps),
      getJob: getJob(deps),
      cancelJob: cancelJob(deps),
      getJobEvents: getJobEvents(deps),
      getJobWorkflow: getJobWorkflow(deps),
      getJobLogs: getJobLogs(deps),
    },
  };
}
