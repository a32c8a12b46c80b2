import { useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { TextInput } from '@/ui/input/text-input';

interface RenameDialogProps {
  title: string;
  name: string;
  /** Rejects with an error whose message the dialog shows. */
  onRename: (name: string) => Promise<void>;
  onClose: () => void;
}

const MAX_LENGTH = 200;

export function RenameDialog({ title, name, onRename, onClose }: RenameDialogProps) {
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const next = text.trim();
  const rename = async () => {
    if (next === '') return;
    setBusy(true);
    try {
      if (next !== name) await onRename(next);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Could not rename. Try again.');
      setBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={null}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isBusy={isBusy}
            disabledReason={next === '' ? 'A name is required.' : null}
            onClick={() => void rename()}
          >
            Rename
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <Field label="Name">
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              value={text}
              maxLength={MAX_LENGTH}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {problem ? (
          <p role="alert" className="mt-1 text-bad">
            {problem}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
