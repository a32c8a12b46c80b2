import { useQueries, useQueryClient, queryOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { markStale } from '@/api/live/stale-table';
import { formatInteger } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { withJobs, type ServerJobs } from '@/shared/servers/server-jobs';
import { actCount, cancelPlan, runAgainPlan, type PlanLine } from './bulk-plan';
import { BulkResults } from './bulk-results';
import { ServerCounts, ServerResults, SkippedJobs } from './bulk-servers';
import { BulkTally, createThrottle } from './bulk-tally';
import { BULK_WORK, doOnServers } from './bulk-work';
import { offerOf } from '../actions/job-actions';
import { readJobFacts } from '../actions/job-facts';
import type { BulkAction } from '../selection/selection-store';
import type { ListedJob } from '@contract/jobs/schemas';
import { ALL_JOBS } from '@/domains/jobs/job-filter';
import { listPage } from '@/domains/jobs/list-page';
import { operationKey, type Surface } from '@/api/surface';
import { walkPages } from '@/lib/walk-pages';

interface BulkDialogProps {
  action: Exclude<BulkAction, 'export' | 'tags' | 'delete' | 'rename'>;
  /** Selected jobs in their current state. The queue is fetched here. */
  servers: readonly ServerJobs[];
  onClose: () => void;
}

/** Thousands of responses arrive faster than users can read. */
const SHOW_EVERY_MS = 100;

const CANCEL = {
  keep: msg('Go back'),
  button: (count: number) => t('{count, plural, one {Cancel # job} other {Cancel # jobs}}', { count }),
  done: (values: { count: number; skipped: number }) =>
    t(
      '{count, plural, one {# job will be canceled} other {# jobs will be canceled}}{skipped, plural, =0 {} other {; # skipped}}.',
      values,
    ),
};

const LABELS = {
  cancel: { ...CANCEL, title: msg('Cancel jobs') },
  clear_queue: { ...CANCEL, title: msg('Clear the queue') },
  run_again: {
    title: msg('Run again'),
    keep: msg('Cancel'),
    button: (count: number) => t('{count, plural, one {Run # job} other {Run # jobs}}', { count }),
    done: (values: { count: number; skipped: number }) =>
      t(
        '{count, plural, one {# job run again} other {# jobs run again}}{skipped, plural, =0 {} other {; # skipped}}.',
        values,
      ),
  },
};

/** Describes the action, runs it, and shows the outcome of each job. */
export function BulkDialog({ action, servers: chosen, onClose }: BulkDialogProps) {
  const client = useQueryClient();
  const isQueue = action === 'clear_queue';
  const queues = useQueries({ queries: isQueue ? chosen.map(({ surface }) => queueQuery(surface)) : [] });
  const queued = chosen.map(({ surface }, index) => ({ surface, jobs: queues[index]?.data ?? [] }));
  const { able, lacking }: { able: readonly ServerJobs[]; lacking: readonly ServerJobs[] } =
    action === 'run_again'
      ? offerOf('run-again', chosen, readJobFacts(client, chosen))
      : { able: isQueue ? queued : chosen, lacking: [] };
  const jobs = able.flatMap((server) => server.jobs);
  const [shown, setShown] = useState<{ tally: BulkTally; count: number } | null>(null);
  const [total, setTotal] = useState(0);
  const [isWorking, setIsWorking] = useState(false);
  const stop = useRef<AbortController | null>(null);

  const words = LABELS[action];
  const work = BULK_WORK[action === 'run_again' ? 'run_again' : 'cancel'];
  const plan = action === 'run_again' ? runAgainPlan(jobs) : cancelPlan(jobs);
  const count = actCount(plan);
  const start = async () => {
    stop.current = new AbortController();
    setTotal(count);
    const tally = new BulkTally();
    const show = () => setShown({ tally, count: tally.total });
    const update = createThrottle(show, SHOW_EVERY_MS);
    show();
    setIsWorking(true);
    await doOnServers(work, client, able, stop.current.signal, (result) => {
      tally.add(result);
      update.ask();
    });
    update.end();
    setIsWorking(false);
    await Promise.all(able.map(({ surface }) => markStale(client, surface, 'cancelJobs')));
  };
  const onOpenChange = () => {
    stop.current?.abort();
    onClose();
  };

  if (shown) {
    const { tally, count: done } = shown;
    const failed = tally.counts.bad;
    const skipped = total - done + lacking.flatMap(({ jobs: ofServer }) => ofServer).length;
    return (
      <Dialog
        isOpen
        onOpenChange={onOpenChange}
        size="md"
        title={t(words.title)}
        description={null}
        actions={
          isWorking ? (
            <Button onClick={() => stop.current?.abort()}>{t('Stop')}</Button>
          ) : (
            <Button tone="primary" onClick={onClose}>
              {t('Done')}
            </Button>
          )
        }
      >
        <p role="status" className="pb-2 text-muted">
          {isWorking
            ? t('{done} of {count}', { done: formatInteger(done), count: formatInteger(total) })
            : words.done({ count: done - failed, skipped })}
          {failed > 0 ? ` ${t('{count} failed.', { count: formatInteger(failed) })}` : ''}
        </p>
        {chosen.length > 1 ? <ServerResults servers={tally.servers} /> : null}
        <BulkResults tally={tally} count={done} namesServer={chosen.length > 1} onLeave={onOpenChange} />
        <SkippedJobs action="run-again" servers={lacking} />
      </Dialog>
    );
  }
  const isUnread = queues.some(({ data }) => data === undefined);
  const failure = queues.find(({ error }) => error)?.error;
  return (
    <Dialog
      isOpen
      onOpenChange={onOpenChange}
      title={t(words.title)}
      description={null}
      actions={
        <>
          <Button onClick={onOpenChange}>{t(words.keep)}</Button>
          <Button
            tone={action === 'run_again' ? 'primary' : 'danger'}
            disabledReason={isUnread ? t('Loading queue…') : count === 0 ? t('Nothing to do.') : null}
            onClick={() => void start()}
          >
            {words.button(count)}
          </Button>
        </>
      }
    >
      {isUnread ? (
        <p className="text-muted">
          {failure ? t('Could not load the queue. {message}', { message: failure.message }) : t('Loading queue…')}
        </p>
      ) : plan.length === 0 ? (
        <p className="text-muted">{isQueue ? t('No jobs in the queue.') : t('No jobs selected.')}</p>
      ) : (
        <Plan plan={plan} />
      )}
      {chosen.length > 1 ? <ServerCounts servers={withJobs(able, ({ status }) => work.isApplied(status))} /> : null}
      <SkippedJobs action="run-again" servers={lacking} />
    </Dialog>
  );
}

function Plan({ plan }: { plan: readonly PlanLine[] }) {
  return (
    <ul aria-label={t('What will happen')} className="flex flex-col gap-1.5">
      {plan.map(({ count, words, isApplied }) => (
        <li key={words} className={`flex gap-2 ${isApplied ? '' : 'text-muted'}`}>
          <span className="min-w-6 text-right font-semibold">{formatInteger(count)}</span>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}

const PAGE = 100;

/** All queued jobs, including those that are not loaded in the list. */
function queueQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'listJobs', 'queue'),
    queryFn: async ({ signal }): Promise<ListedJob[]> => {
      const pages = await walkPages((cursor) => {
        const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
        return listPage(surface, { ...ALL_JOBS, statuses: 'queued' }, query, signal);
      });
      // Jobs may move between pages during loading.
      const jobs = new Map(pages.flatMap(({ fetchedJobs }) => fetchedJobs.map(({ job }) => [job.id, job])));
      // A surface without this filter returns all jobs.
      return [...jobs.values()].filter(({ status }) => status === 'queued');
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
