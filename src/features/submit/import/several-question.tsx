import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useSeveralQuestion } from './several-question-store';

/** Shown when more files are dropped than the workflow has inputs. */
export function SeveralQuestion() {
  const question = useSeveralQuestion((state) => state.question);
  if (!question) return null;
  const { files, inputs, slotLabel, answer } = question;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) answer(null);
      }}
      title={`${formatCount(files, 'file')}, ${formatCount(inputs, 'input')}`}
      description={`Run the workflow once for each file, in turn on ${slotLabel}?`}
      actions={
        <>
          <Button onClick={() => answer('fill')}>
            {inputs === 1 ? 'Use the first file only' : `Use the first ${inputs} files`}
          </Button>
          <Button tone="primary" data-autofocus onClick={() => answer('each')}>
            One run each
          </Button>
        </>
      }
    >
      <p className="text-muted">Nothing runs before you press Run.</p>
    </Dialog>
  );
}
