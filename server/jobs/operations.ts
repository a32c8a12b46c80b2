import type { AppDeps } from '../deps';
import type { OperationHandlers } from '../http/operation';
import { cancelJob } from './cancel-job';
import { EventHub } from './event-hub';
import { getJob } from './get-job';
import { getJobLogs } from './get-logs';
import { getJobWorkflow } from './get-workflow';
import type { JobsDeps } from './job-access';
import { listJobs } from './list-jobs';
import { Runner } from './runner';
import { getJobEvents } from './stream-events';
import { postJobs } from './submit-job';

type JobHandlers = Pick<
  OperationHandlers,
  'postJobs' | 'listJobs' | 'getJob' | 'cancelJob' | 'getJobEvents' | 'getJobWorkflow' | 'getJobLogs'
>;

export interface Jobs {
  handlers: JobHandlers;
  hub: EventHub;
  runner: Runner;
  /** Takes up unfinished jobs and begins to run; nothing runs before. */
  start(): void;
  /** Ends streams and runs. Resolves when nothing more is written. */
  close(): Promise<void>;
}

/** All operations on jobs, with the runner and the hub behind them. */
export function jobOperations(appDeps: AppDeps): Jobs {
  const hub = new EventHub();
  const runner = new Runner(appDeps, hub);
  const deps: JobsDeps = { ...appDeps, hub, runner, streams: new Set() };
  return {
    hub,
    runner,
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
