import { CloudDownload, Play, RotateCcw, Square } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { RunAction } from '@/domains/model-calls/run-actions';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { actOnRun, readRunBody, runModel } from '@/domains/model-calls/runs';
import type { Surface } from '@/api/surface';
import { useAction } from '@/shared/feedback/use-action';
import { Button } from '@/ui/button';
import { withoutCosts } from '@/domains/model-calls/without-costs';
import { Dialog } from '@/ui/overlay/dialog';

interface RunButtonProps {
  surface: Surface;
  run: RunRecord;
  action: RunAction;
}

const LABELS: Readonly<Record<RunAction, { label: string; icon: ReactNode }>> = {
  stop: { label: 'Stop', icon: <Square aria-hidden /> },
  collect: { label: 'Collect', icon: <CloudDownload aria-hidden /> },
  try_again: { label: 'Try again', icon: <RotateCcw aria-hidden /> },
  send: { label: 'Send it', icon: <Play aria-hidden /> },
  run_anew: { label: 'Run again…', icon: <RotateCcw aria-hidden /> },
};

export function RunButton({ surface, run, action }: RunButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { label, icon } = LABELS[action];
  const isUploading = run.state.name === 'in_flight' || run.mayHaveRun;
  const needsConfirmation = action === 'run_anew' || (action === 'stop' && isUploading);
  const performed = useAction({
    run: () => perform(surface, run, action),
    failed: () => ({
      isOfPage: true,
      title: 'Could not save the run',
      description: 'Is the disk of this device full?',
    }),
  });
  const act = () => {
    setConfirming(false);
    void performed.run();
  };
  return (
    <>
      <Button
        tone={action === 'collect' || action === 'send' ? 'primary' : 'plain'}
        size="sm"
        onClick={needsConfirmation ? () => setConfirming(true) : act}
      >
        {icon}
        {label}
      </Button>
      {isConfirming ? (
        <RunConfirmDialog
          action={action}
          isFree={run.isFree ?? false}
          isQueued={run.delivery === 'queue'}
          onClose={() => setConfirming(false)}
          onYes={act}
        />
      ) : null}
    </>
  );
}

interface RunConfirmDialogProps {
  action: RunAction;
  isFree: boolean;
  /** The run uses the queue of the router. */
  isQueued: boolean;
  onClose: () => void;
  onYes: () => void;
}

const STOP = {
  title: 'Stop waiting?',
  description: 'The provider may continue, and may still charge. You can get the result with the same key for a day.',
  no: 'Keep waiting',
  yes: 'Stop waiting',
};

const CANCEL = {
  title: 'Cancel the call?',
  description:
    'A call that waits in the queue is canceled. One that a provider has taken may go on, and may be charged; its result can then be collected for a day.',
  no: 'Keep waiting',
  yes: 'Cancel the call',
};

const ANEW = {
  title: 'Call the model a second time?',
  description:
    'The first call may already have run and been charged. A new run uses a new idempotency key, and may be charged again.',
  no: 'Cancel',
  yes: 'Run again',
};

/** Confirms actions that cost money or do not save any. */
function RunConfirmDialog({ action, isFree, isQueued, onClose, onYes }: RunConfirmDialogProps) {
  const { title, description, no, yes } = action !== 'stop' ? ANEW : isQueued ? CANCEL : STOP;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={isFree ? withoutCosts(description) : description}
      actions={
        <>
          <Button onClick={onClose}>{no}</Button>
          <Button tone="danger" onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    />
  );
}

async function perform(surface: Surface, run: RunRecord, action: RunAction): Promise<void> {
  if (action === 'stop') return actOnRun(run.id, { kind: 'user_stop' });
  if (action === 'send') return actOnRun(run.id, { kind: 'user_send' });
  if (action !== 'run_anew') return actOnRun(run.id, { kind: 'user_ask' });
  const { modelId, chargesOnPolicyRejection, isFree = false } = run;
  await runModel(surface, {
    modelId,
    chargesOnPolicyRejection,
    isFree,
    bodyText: (await readRunBody(run.id)) ?? '{}',
  });
  return undefined;
}
