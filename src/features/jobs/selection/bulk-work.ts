import type { QueryClient } from '@tanstack/react-query';
import { isTerminal, jobCan } from '@contract/jobs/lifecycle';
import type { Job, ListedJob } from '@contract/jobs/schemas';
import { isApiError } from '@/api/api-error';
import { askToCancel, takeCanceled } from '@/api/jobs/cancel-job';
import type { FetchedJob } from '@/api/live/merge-job';
import { submitErrorMessages } from '@/api/outbox/submit-error-messages';
import type { Surface } from '@/api/surface';
import { failureSentences } from '@/shared/server-advice';
import { jobTitle } from '../job-title';
import { isExpiredBeforeStart } from '../job-text';
import type { ServerJobs } from '../list-row';
import { submitAgain } from '../submit-again';
import { createBatch } from './bulk-tally';
import { runAtServers, mapConcurrent } from './map-concurrent';

/** What became of one job of a bulk action. */
export interface BulkResult {
  /** Of the job. */
  surface: Surface;
  /** The job that it was done to. */
  id: string;
  title: string;
  tone: 'ok' | 'warn' | 'bad';
  words: string;
  /** The job that came of it, where it is another one. */
  newJobId: string | null;
  /** Of a failure: what it says of the server, for all jobs that failed so. */
  failure?: { what: string; next: string };
}

interface Context {
  client: QueryClient;
  surface: Surface;
  /** Tells every screen of an answer, soon and together with others. */
  take: (answer: FetchedJob<Job>) => void;
}

type Work = (context: Context, job: ListedJob) => Promise<Omit<BulkResult, 'surface' | 'id' | 'title'>>;

interface BulkWork {
  /** Jobs under way at once. New jobs are made one by one, so that they wait in their order. */
  limit: number;
  isAct: (status: string) => boolean;
  /** Parts that are done one after the other, each in its order. */
  parts: (jobs: readonly ListedJob[]) => readonly (readonly ListedJob[])[];
  work: Work;
}

export const BULK_WORK: Readonly<Record<'cancel' | 'run_again', BulkWork>> = {
  cancel: { limit: 4, isAct: jobCan.cancel, parts: lastInLineFirst, work: cancelOne },
  run_again: { limit: 1, isAct: jobCan.runAgain, parts: (jobs) => [oldestFirst(jobs)], work: runAgainOne },
};

/** The list is drawn anew for each step: not for each of some thousand jobs. */
const TAKE_EVERY_MS = 200;

/** Does it at each of the servers. */
export function doOnServers(
  work: BulkWork,
  client: QueryClient,
  servers: readonly ServerJobs[],
  signal: AbortSignal,
  onResult: (result: BulkResult) => void,
): Promise<void> {
  return runAtServers(servers, signal, ({ surface, jobs }, atOnce) => {
    const limit = Math.min(work.limit, atOnce);
    return doToAll({ ...work, limit }, { client, surface, jobs }, signal, onResult);
  });
}

/** Does it to each of the jobs that it can be done to; a failure of one stops none of the others. */
export async function doToAll(
  { limit, isAct, parts, work }: BulkWork,
  { client, surface, jobs }: { client: QueryClient; surface: Surface; jobs: readonly ListedJob[] },
  signal: AbortSignal,
  onResult: (result: BulkResult) => void,
): Promise<void> {
  const answers: FetchedJob<Job>[] = [];
  const batch = createBatch(() => takeCanceled(client, surface, answers.splice(0)), TAKE_EVERY_MS);
  const take = (answer: FetchedJob<Job>) => {
    answers.push(answer);
    batch.ask();
  };
  const doToOne = async (job: ListedJob) => {
    const facts = { surface, id: job.id, title: jobTitle(job) };
    try {
      onResult({ ...facts, ...(await work({ client, surface, take }, job)) });
    } catch (error) {
      onResult({ ...facts, ...bad(isApiError(error) ? error.message : 'Request failed.', failureSentences(error)) });
    }
  };
  for (const part of parts(jobs.filter(({ status }) => isAct(status))))
    await mapConcurrent(part, limit, signal, doToOne);
  batch.end();
}

/** A job that stops makes room for the next in queue: those that wait go first, so that none of them starts meanwhile. */
function lastInLineFirst(jobs: readonly ListedJob[]): readonly (readonly ListedJob[])[] {
  const newestFirst = oldestFirst(jobs).reverse();
  const waits = ({ status }: ListedJob) => status === 'queued';
  return [newestFirst.filter(waits), newestFirst.filter((job) => !waits(job))];
}

/** Each instant is read once: a long queue would take longer than a frame otherwise. */
function oldestFirst(jobs: readonly ListedJob[]): ListedJob[] {
  const aged = jobs.map((job) => ({ job, at: Date.parse(job.created_at) }));
  return aged.sort((left, right) => left.at - right.at).map(({ job }) => job);
}

async function cancelOne({ surface, take }: Context, job: ListedJob) {
  const answer = await askToCancel(surface, job);
  take(answer);
  const after = answer.job;
  const { status, started_at: startedAt } = after;
  if (status === 'canceled') return ok(startedAt ? 'canceled while it ran' : 'canceled before it started');
  if (!isTerminal(status)) return ok('stopping at the next node or step');
  if (isExpiredBeforeStart(after)) return ok('canceled before it started');
  return warn(`already finished: ${status}`);
}

async function runAgainOne({ client, surface }: Context, job: ListedJob) {
  const outcome = await submitAgain(client, surface, job, jobTitle(job));
  if (!('name' in outcome)) {
    const words = `${outcome.title}. ${outcome.description}`;
    return bad(words, outcome.cause === undefined ? undefined : failureSentences(outcome.cause));
  }
  switch (outcome.name) {
    case 'submitted':
      return { ...ok('submitted'), newJobId: outcome.jobId };
    case 'refused': {
      const { code, message } = outcome.refusal;
      const next = submitErrorMessages(code)?.now;
      return bad(`rejected: ${message}`, next ? { what: message, next } : undefined);
    }
    case 'waiting':
      return warn('queued in the outbox until the queue has space');
    case 'canceled':
      return warn('canceled before it was submitted');
    default:
      return warn('unconfirmed: checking in the outbox');
  }
}

const ok = (words: string) => ({ tone: 'ok' as const, words, newJobId: null });
const warn = (words: string) => ({ tone: 'warn' as const, words, newJobId: null });
const bad = (words: string, failure: BulkResult['failure'] = { what: words, next: 'Try again.' }) => ({
  tone: 'bad' as const,
  words,
  newJobId: null,
  failure,
});
