import { CloudDownload, Play, RotateCcw, Square } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { RunAction } from '@/domains/model-calls/run-actions';
import type { RunRecord } from '@/domains/model-calls/run-record';
import { actOnRun, readRunBody, runModel } from '@/domains/model-calls/runs';
import type { Surface } from '@/api/surface';
import { showToast } from '@/shared/feedback/toasts';
import { Button } from '@/ui/button';
import { RunConfirmDialog } from './run-confirm-dialog';

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
  const act = () => {
    setConfirming(false);
    void perform(surface, run, action).catch(() =>
      showToast({
        tone: 'bad',
        isOfPage: true,
        title: 'Could not save the run',
        description: 'Is the disk of this device full?',
      }),
    );
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
