import { useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { TextArea } from '@/ui/text-input';
import type { ImportProblem } from './import-report';

interface PasteDialogProps {
  hint: string;
  onClose: () => void;
  /** Returns why the text cannot be opened; `null` once it is open. */
  onPaste: (text: string) => Promise<ImportProblem | null>;
}

export function PasteDialog({ hint, onClose, onPaste }: PasteDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<ImportProblem | null>(null);
  const [isOpening, setOpening] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const open = async () => {
    setOpening(true);
    const found = await onPaste(text);
    setOpening(false);
    if (found === null) {
      onClose();
      return;
    }
    setProblem(found);
    const line = Number(/line (\d+)/.exec(found.explanation)?.[1] ?? 0);
    if (area.current && line > 0) selectLine(area.current, line);
  };
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
          isBusy={isOpening}
          disabledReason={text.trim() === '' ? 'Paste some JSON first.' : null}
          onClick={() => void open()}
        >
          Open
        </Button>
      }
    >
      <Field label="Workflow JSON" error={problem ? `${problem.title}. ${problem.explanation}` : undefined}>
        {(control) => (
          <TextArea
            {...control}
            ref={area}
            data-autofocus
            rows={12}
            spellCheck={false}
            className="min-h-56 font-mono text-sm"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
}

/** Puts the selection on a line, from 1, and scrolls it into view. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 3);
}
