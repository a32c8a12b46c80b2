import type { QueryClient } from '@tanstack/react-query';
import { isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { Job, ListedJob } from '@contract/jobs/schemas';
import { apiMessageOf } from '@/api/api-error';
import { requestCancel, cacheCanceledJobs } from '@/domains/jobs/cancel-job';
import { jobStart } from '@/domains/jobs/job-start';
import type { FetchedJob } from '@/api/live/merge-job';
import { submitErrorMessages } from '@/domains/outbox/submit-error-messages';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { failureMessages } from '@/shared/servers/server-advice';
import { jobTitleHere } from '../job/job-title';
import { isExpiredUnstarted, statusText } from '@/shared/job-text';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { submitAgain } from '../actions/submit-again';
import { createThrottle, type BulkResult } from './bulk-tally';
import { runAtServers, mapConcurrent } from '@/shared/servers/map-concurrent';

interface Context {
  client: QueryClient;
  surface: Surface;
  /** Updates all screens with a response, shortly afterwards and in batches. */
  take: (response: FetchedJob<Job>) => void;
}

type Work = (context: Context, job: ListedJob) => Promise<Omit<BulkResult, 'surface' | 'id' | 'title'>>;

interface BulkWork {
  /**
   * Maximum number of concurrent requests. New jobs are submitted one by one, so that they keep their order in the
   * queue.
   */
  limit: number;
  isApplied: (status: string) => boolean;
  /** Batches that are processed one after the other, each in order. */
  parts: (jobs: readonly ListedJob[]) => readonly (readonly ListedJob[])[];
  work: Work;
}

export const BULK_WORK: Readonly<Record<'cancel' | 'run_again', BulkWork>> = {
  cancel: { limit: 4, isApplied: jobCan.cancel, parts: lastInLineFirst, work: cancelOne },
  run_again: { limit: 1, isApplied: jobCan.runAgain, parts: (jobs) => [oldestFirst(jobs)], work: runAgainOne },
};

/** The list re-renders once per batch instead of once per job, of which there may be thousands. */
const TAKE_EVERY_MS = 200;

/** Runs a bulk action on each of the servers. */
export function doOnServers(
  work: BulkWork,
  client: QueryClient,
  servers: readonly ServerJobs[],
  signal: AbortSignal,
  onResult: (result: BulkResult) => void,
): Promise<void> {
  return runAtServers(servers, signal, ({ surface, jobs }, atOnce) => {
    const limit = Math.min(work.limit, atOnce);
    return forEachJob({ ...work, limit }, { client, surface, jobs }, signal, onResult);
  });
}

/** Runs a bulk action on each eligible job; a failure does not stop the others. */
export async function forEachJob(
  { limit, isApplied, parts, work }: BulkWork,
  { client, surface, jobs }: { client: QueryClient; surface: Surface; jobs: readonly ListedJob[] },
  signal: AbortSignal,
  onResult: (result: BulkResult) => void,
): Promise<void> {
  const responses: FetchedJob<Job>[] = [];
  const update = createThrottle(() => cacheCanceledJobs(client, surface, responses.splice(0)), TAKE_EVERY_MS);
  const take = (response: FetchedJob<Job>) => {
    responses.push(response);
    update.ask();
  };
  const runForJob = async (job: ListedJob) => {
    const details = { surface, id: job.id, title: jobTitleHere(surface, job) };
    try {
      onResult({ ...details, ...(await work({ client, surface, take }, job)) });
    } catch (error) {
      onResult({
        ...details,
        ...bad(apiMessageOf(error, t('Request failed.')), failureMessages(error)),
      });
    }
  };
  for (const part of parts(jobs.filter(({ status }) => isApplied(status))))
    await mapConcurrent(part, limit, signal, runForJob);
  update.end();
}

/**
 * A finished job makes room for the next in the queue: queued jobs are canceled first, so that none of them starts in
 * the meantime.
 */
function lastInLineFirst(jobs: readonly ListedJob[]): readonly (readonly ListedJob[])[] {
  const newestFirst = oldestFirst(jobs).reverse();
  const waits = ({ status }: ListedJob) => status === 'queued';
  return [newestFirst.filter(waits), newestFirst.filter((job) => !waits(job))];
}

/** Parses each timestamp once: otherwise, a long queue would take longer than a frame. */
function oldestFirst(jobs: readonly ListedJob[]): ListedJob[] {
  const aged = jobs.map((job) => ({ job, at: Date.parse(job.created_at) }));
  return aged.sort((left, right) => left.at - right.at).map(({ job }) => job);
}

async function cancelOne({ surface, take }: Context, job: ListedJob) {
  const response = await requestCancel(surface, job);
  take(response);
  const after = response.job;
  const { status } = after;
  const start = jobStart(surface, after);
  const canceled = { ran: t('canceled while it ran'), never: t('canceled before it started'), unknown: t('canceled') }[
    start
  ];
  if (status === 'canceled') return ok(canceled);
  if (!isTerminal(status)) return ok(t('stopping at the next node or step'));
  if (isExpiredUnstarted(after)) return ok(canceled);
  return warn(t('already finished: {status}', { status: statusText(status) }));
}

async function runAgainOne({ client, surface }: Context, job: ListedJob) {
  const outcome = await submitAgain(client, surface, job, jobTitleHere(surface, job));
  if (!('name' in outcome)) {
    const text = `${outcome.title}. ${outcome.description}`;
    return bad(text, outcome.cause === undefined ? undefined : failureMessages(outcome.cause));
  }
  switch (outcome.name) {
    case 'submitted':
      return { ...ok(t('submitted')), newJobId: outcome.jobId };
    case 'refused': {
      const { code, message } = outcome.refusal;
      const next = submitErrorMessages(code)?.now;
      return bad(t('rejected: {message}', { message }), next ? { what: message, next } : undefined);
    }
    case 'waiting':
      return warn(t('queued in the outbox until the queue has space'));
    case 'canceled':
      return warn(t('canceled before it was submitted'));
    default:
      return warn(t('unconfirmed: checking in the outbox'));
  }
}

const ok = (words: string) => ({ tone: 'ok' as const, words, newJobId: null });
const warn = (words: string) => ({ tone: 'warn' as const, words, newJobId: null });
const bad = (words: string, failure: BulkResult['failure'] = { what: words, next: t('Try again.') }) => ({
  tone: 'bad' as const,
  words,
  newJobId: null,
  failure,
});
