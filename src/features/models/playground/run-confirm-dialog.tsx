import type { RunAction } from '@/domains/model-calls/run-actions';
import { withoutCosts } from '@/domains/model-calls/without-costs';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';

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
export function RunConfirmDialog({ action, isFree, isQueued, onClose, onYes }: RunConfirmDialogProps) {
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
