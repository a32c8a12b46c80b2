import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { useImageQuestion } from './image-question-store';

/** The one dialog that a drop can bring up. */
export function ImageQuestion() {
  const question = useImageQuestion((state) => state.question);
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
