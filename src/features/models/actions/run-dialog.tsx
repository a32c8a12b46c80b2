import { useEffect } from 'react';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { removeRuns } from '@/domains/model-calls/runs';
import { useRunsView } from '@/domains/model-calls/runs-store';
import type { Surface } from '@/api/surface';
import { msg, t, type Message } from '@/lib/i18n/messages';
import type { Offer } from '@/shared/commands/action-table';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { LazyCompareRuns } from '../compare/lazy-compare-runs';
import { LazyRunOnModels, LazyRunOnDialog } from '../run-on/lazy-run-on';
import { continueRun, runAnew } from './change-runs';

export interface OpenedAction {
  id: 'stop' | 'run_anew' | 'other-models' | 'other-server' | 'compare' | 'delete';
  /** As of the click; dialogs show the runs as they are now. */
  runs: readonly RunRecord[];
  /** Input of the run, for actions that send it again. */
  bodyText?: string;
}

interface RunDialogProps {
  surface: Surface;
  opened: OpenedAction;
  actionOf: (id: 'stop' | 'run_anew', runs: readonly RunRecord[]) => Offer;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
}

/** Dialog of an action on runs. It closes if a call goes on meanwhile, so that there is nothing left to confirm. */
export function RunDialog({ surface, opened, actionOf, onDeleted, onClose }: RunDialogProps) {
  const { id, bodyText = '' } = opened;
  const records = useRunsView((view) => view.records);
  const runs = opened.runs.flatMap((one) => records[one.id] ?? []);
  const isObsolete = (id === 'stop' || id === 'run_anew') && !actionOf(id, runs).isShown;
  useEffect(() => {
    if (isObsolete) onClose();
  }, [isObsolete, onClose]);
  const [run] = runs;
  if (!run || isObsolete) return null;
  const { modelId } = run;
  switch (id) {
    case 'compare':
      return <LazyCompareRuns surface={surface} runs={runs} onClose={onClose} />;
    case 'delete':
      return <DeleteRunsDialog runs={runs} onClose={onClose} onDeleted={() => onDeleted?.()} />;
    case 'other-models':
      return <LazyRunOnModels surface={surface} modelId={modelId} ran={run} bodyText={bodyText} onClose={onClose} />;
    case 'other-server':
      return <LazyRunOnDialog surface={surface} modelId={modelId} ran={run} bodyText={bodyText} onClose={onClose} />;
    case 'stop':
      return (
        <ConfirmDialog
          run={run}
          {...(run.delivery === 'queue' ? CANCEL : STOP)}
          onClose={onClose}
          onYes={() => void continueRun('user_stop', run)}
        />
      );
    case 'run_anew':
      return <ConfirmDialog run={run} {...ANEW} onClose={onClose} onYes={() => void runAnew(surface, run, bodyText)} />;
  }
}

const STOP = {
  title: msg('Stop waiting?'),
  description: msg(
    'The provider may continue, and may still charge. You can get the result with the same key for a day.',
  ),
  freeDescription: msg('The provider may continue. You can get the result with the same key for a day.'),
  no: msg('Keep waiting'),
  yes: msg('Stop waiting'),
};

const CANCEL = {
  title: msg('Cancel the call?'),
  description: msg(
    'A call that waits in the queue is canceled. One that a provider has taken may go on, and may be charged; its result can then be collected for a day.',
  ),
  freeDescription: msg(
    'A call that waits in the queue is canceled. One that a provider has taken may go on; its result can then be collected for a day.',
  ),
  no: msg('Keep waiting'),
  yes: msg('Cancel the call'),
};

const ANEW = {
  title: msg('Call the model a second time?'),
  description: msg(
    'The first call may already have run and been charged. A new run uses a new idempotency key, and may be charged again.',
  ),
  freeDescription: msg('The first call may already have run. A new run uses a new idempotency key.'),
  no: msg('Cancel'),
  yes: msg('Run again'),
};

interface ConfirmDialogProps {
  run: RunRecord;
  title: Message;
  description: Message;
  /** Says nothing about costs, for a free model. */
  freeDescription: Message;
  no: Message;
  yes: Message;
  onClose: () => void;
  onYes: () => void;
}

/** Confirms what costs money or does not save any. */
function ConfirmDialog({ run, title, description, freeDescription, no, yes, onClose, onYes }: ConfirmDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t(title)}
      description={t(run.isFree ? freeDescription : description)}
      actions={
        <>
          <Button onClick={onClose}>{t(no)}</Button>
          <Button
            tone="danger"
            onClick={() => {
              onClose();
              onYes();
            }}
          >
            {t(yes)}
          </Button>
        </>
      }
    />
  );
}

interface DeleteRunsDialogProps {
  runs: readonly RunRecord[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms the deletion of runs, since they are only stored in this browser. */
function DeleteRunsDialog({ runs, onClose, onDeleted }: DeleteRunsDialogProps) {
  const remove = useAction({
    async run() {
      await removeRuns(runs.map(({ id }) => id));
      onDeleted();
    },
    failed: () => ({
      isOfPage: true,
      title: t('The runs could not be deleted'),
      description: t('The browser could not delete them.'),
    }),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('Delete {count, plural, one {# run} other {# runs}}?', { count: runs.length })}
      description={t('Deletes request and response from this browser. Saved files are kept.')}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep')}</Button>
          <Button tone="danger" isBusy={remove.isPending} onClick={() => void remove.run().then(onClose)}>
            {t('Delete')}
          </Button>
        </>
      }
    />
  );
}
