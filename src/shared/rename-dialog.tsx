import { useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { messageOf } from '@/lib/message-of';
import { NameForm } from './name-form';

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
      setProblem(messageOf(error, t('Could not rename. Try again.')));
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
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            tone="primary"
            isBusy={isBusy}
            disabledReason={next === '' ? t('A name is required.') : null}
            onClick={() => void rename()}
          >
            {t('Rename')}
          </Button>
        </>
      }
    >
      <NameForm name={text} maxLength={MAX_LENGTH} problem={problem} onName={setText} onSubmit={() => void rename()} />
    </Dialog>
  );
}
