import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { usePictureQuestion } from './picture-question-store';

/** The one dialog that a drop can bring up. */
export function PictureQuestion() {
  const question = usePictureQuestion((state) => state.question);
  return (
    <Dialog
      isOpen={question !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) question?.answer(null);
      }}
      title="Use the picture, or open what is inside?"
      description={question ? `${question.fileName} carries the workflow that made it.` : null}
      actions={
        <>
          <Button onClick={() => question?.answer('workflow')}>Open its workflow</Button>
          <Button tone="primary" onClick={() => question?.answer('input')}>
            Use as input of {question?.slotLabel}
          </Button>
        </>
      }
    >
      <p className="text-muted">
        Flowdeck remembers your answer. Hold Alt while dropping to open the workflow all the same.
      </p>
    </Dialog>
  );
}
