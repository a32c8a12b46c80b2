import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ListedJob } from '@contract/jobs/schemas';
import { readAfterCancel } from '@/api/jobs/cancel-job';
import type { Surface } from '@/api/surface';
import { formatCount, formatInteger } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { actCount, cancelPlan, runAgainPlan, type PlanLine } from './bulk-plan';
import { BulkResults } from './bulk-results';
import { BulkTally, createBatch } from './bulk-tally';
import { BULK_WORK, doToAll } from './bulk-work';
import { queueQuery } from './queue-query';
import type { BulkAction } from './selection-store';

interface BulkDialogProps {
  surface: Surface;
  action: Exclude<BulkAction, 'export' | 'tags' | 'delete' | 'rename'>;
  /** What was chosen, as it stands now. */
  jobs: readonly ListedJob[];
  onClose: () => void;
}

/** Thousands of jobs answer faster than anybody reads. */
const SHOW_EVERY_MS = 100;

const WORDS = {
  cancel: { title: 'Cancel jobs', button: 'Cancel', keep: 'Go back', done: 'will be canceled' },
  clear_queue: { title: 'Clear the queue', button: 'Cancel', keep: 'Go back', done: 'will be canceled' },
  run_again: { title: 'Run again', button: 'Run', keep: 'Cancel', done: 'run again' },
};

/** Says what it will do, does it, and says what became of each job. */
export function BulkDialog({ surface, action, jobs: chosen, onClose }: BulkDialogProps) {
  const client = useQueryClient();
  const isQueue = action === 'clear_queue';
  const queue = useQuery({ ...queueQuery(surface), enabled: isQueue });
  const jobs = isQueue ? (queue.data ?? []) : chosen;
  const [shown, setShown] = useState<{ tally: BulkTally; count: number } | null>(null);
  const [total, setTotal] = useState(0);
  const [isWorking, setIsWorking] = useState(false);
  const stop = useRef<AbortController | null>(null);

  const words = WORDS[action];
  const plan = action === 'run_again' ? runAgainPlan(jobs) : cancelPlan(jobs);
  const count = actCount(plan);
  const start = async () => {
    stop.current = new AbortController();
    setTotal(count);
    const tally = new BulkTally();
    const show = () => setShown({ tally, count: tally.total });
    const batch = createBatch(show, SHOW_EVERY_MS);
    show();
    setIsWorking(true);
    const work = BULK_WORK[action === 'run_again' ? 'run_again' : 'cancel'];
    await doToAll(work, { client, surface, jobs }, stop.current.signal, (result) => {
      tally.add(result);
      batch.ask();
    });
    batch.end();
    setIsWorking(false);
    await readAfterCancel(client, surface);
  };
  const onOpenChange = () => {
    stop.current?.abort();
    onClose();
  };

  if (shown) {
    const { tally, count: done } = shown;
    const failed = tally.counts.bad;
    return (
      <Dialog
        isOpen
        onOpenChange={onOpenChange}
        size="md"
        title={words.title}
        description={null}
        actions={
          isWorking ? (
            <Button onClick={() => stop.current?.abort()}>Stop</Button>
          ) : (
            <Button tone="primary" onClick={onClose}>
              Done
            </Button>
          )
        }
      >
        <p role="status" className="pb-2 text-muted">
          {isWorking
            ? `${formatInteger(done)} of ${formatInteger(total)}`
            : `${formatCount(done, 'job')} ${words.done}${done < total ? `; ${formatInteger(total - done)} skipped` : ''}.`}
          {failed > 0 ? ` ${formatInteger(failed)} failed.` : ''}
        </p>
        <BulkResults surface={surface} tally={tally} count={done} onLeave={onOpenChange} />
      </Dialog>
    );
  }
  const isUnread = isQueue && queue.data === undefined;
  return (
    <Dialog
      isOpen
      onOpenChange={onOpenChange}
      title={words.title}
      description={null}
      actions={
        <>
          <Button onClick={onOpenChange}>{words.keep}</Button>
          <Button
            tone={action === 'run_again' ? 'primary' : 'danger'}
            disabledReason={isUnread ? 'Loading queue…' : count === 0 ? 'Nothing to do.' : null}
            onClick={() => void start()}
          >
            {words.button} {formatCount(count, 'job')}
          </Button>
        </>
      }
    >
      {isUnread ? (
        <p className="text-muted">
          {queue.error ? `Could not load the queue. ${queue.error.message}` : 'Loading queue…'}
        </p>
      ) : plan.length === 0 ? (
        <p className="text-muted">{isQueue ? 'No jobs in the queue.' : 'No jobs selected.'}</p>
      ) : (
        <Plan plan={plan} />
      )}
    </Dialog>
  );
}

function Plan({ plan }: { plan: readonly PlanLine[] }) {
  return (
    <ul aria-label="What will happen" className="flex flex-col gap-1.5">
      {plan.map(({ count, words, isAct }) => (
        <li key={words} className={`flex gap-2 ${isAct ? '' : 'text-muted'}`}>
          <span className="min-w-6 text-right font-semibold">{formatInteger(count)}</span>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  );
}
