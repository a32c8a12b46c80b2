import { useId, useState } from 'react';
import { formatCount } from '@/lib/format';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/input/checkbox';
import { Dialog } from '@/ui/overlay/dialog';
import { mediaChoiceSetting } from './drop-context';
import { useDialogs } from '@/shared/dialog-requests/dialogs';
import type { MediaChoice, MediaQuestion, MultipleFilesQuestion } from '@/shared/dialog-requests/drop-questions';

/** Dialog of what a drop asks. */
export function DropQuestionDialog() {
  const { multipleFiles, media } = useDialogs();
  if (multipleFiles) return <MultipleFilesDialog {...multipleFiles} />;
  return media ? <MediaDialog {...media} /> : null;
}

/** Shown when more files are dropped than the workflow has inputs. */
function MultipleFilesDialog({ files, inputs, slotLabel, answer }: MultipleFilesQuestion) {
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
      <p className="text-muted">Nothing runs until you press Run.</p>
    </Dialog>
  );
}

function MediaDialog({ fileName, slotLabel, answer }: MediaQuestion) {
  const checkboxId = useId();
  const [isKept, setKept] = useState(false);
  const choose = (choice: MediaChoice) => {
    if (isKept) mediaChoiceSetting.set(choice);
    answer(choice);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) answer(null);
      }}
      title="Use as input or open embedded workflow?"
      description={`${fileName} contains the workflow that created it.`}
      actions={
        <>
          <Button onClick={() => choose('workflow')}>Open workflow</Button>
          <Button tone="primary" onClick={() => choose('input')}>
            Use as input of {slotLabel}
          </Button>
        </>
      }
    >
      <p className="text-muted">Hold Alt while dropping to open the workflow.</p>
      <div className="mt-2 flex items-center gap-1">
        <Checkbox id={checkboxId} label="Do not ask again" isChecked={isKept} onChange={setKept} />
        <label htmlFor={checkboxId} className="cursor-pointer">
          Do not ask again
        </label>
      </div>
      {isKept ? <p className="pl-8 text-sm text-muted">You can change it in Settings, Running.</p> : null}
    </Dialog>
  );
}
