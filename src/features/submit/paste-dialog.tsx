import { useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { TextArea } from '@/ui/text-input';

interface PasteDialogProps {
  hint: string;
  onClose: () => void;
  onPaste: (text: string) => void;
}

export function PasteDialog({ hint, onClose, onPaste }: PasteDialogProps) {
  const [text, setText] = useState('');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      size="md"
      title="Paste a workflow"
      description={`API-format JSON, as "Export (API)" writes it. ${hint}`}
      actions={
        <Button
          tone="primary"
          disabledReason={text.trim() === '' ? 'Paste some JSON first.' : null}
          onClick={() => onPaste(text)}
        >
          Open
        </Button>
      }
    >
      <Field label="Workflow JSON">
        {(control) => (
          <TextArea
            {...control}
            data-autofocus
            rows={12}
            spellCheck={false}
            className="min-h-56 font-mono text-sm"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
