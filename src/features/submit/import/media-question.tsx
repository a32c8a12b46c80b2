import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useMediaQuestion } from './media-question-store';

/** The only dialog that a drop can open. */
export function MediaQuestion() {
  const question = useMediaQuestion((state) => state.question);
  return (
    <Dialog
      isOpen={question !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) question?.answer(null);
      }}
      title="Use as input or open embedded workflow?"
      description={question ? `${question.fileName} contains the workflow that created it.` : null}
      actions={
        <>
          <Button onClick={() => question?.answer('workflow')}>Open workflow</Button>
          <Button tone="primary" onClick={() => question?.answer('input')}>
            Use as input of {question?.slotLabel}
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Your choice is remembered; the settings can change it. Hold Alt while dropping to open the workflow.
      </p>
    </Dialog>
  );
}
