import { useRef, useState } from 'react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { TextArea } from '@/ui/input/text-input';
import type { ImportProblem } from '../import/import-report';
import { NodeProblems } from '../import/node-problems';
import { useOpenFiles } from '../import/file-opener';

export interface PasteDialogProps {
  surface: Surface;
  hint: string;
  onClose: () => void;
}

export function PasteDialog({ surface, hint, onClose }: PasteDialogProps) {
  const { pasted } = useOpenFiles(surface);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<ImportProblem | null>(null);
  const [isOpening, setOpening] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const open = async () => {
    setOpening(true);
    const found = await pasted(text);
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
      title={t('Paste a workflow')}
      description={`${t('Workflow JSON, as ComfyUI saves or exports it, or the URL of a file.')} ${hint}`}
      actions={
        <Button
          tone="primary"
          isBusy={isOpening}
          disabledReason={text.trim() === '' ? t('Paste some JSON or a URL first.') : null}
          onClick={() => void open()}
        >
          {t('Open')}
        </Button>
      }
    >
      <Field label={t('Workflow JSON')} error={problem ? `${problem.title}. ${problem.explanation}` : undefined}>
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
      {problem?.nodeProblems ? <NodeProblems problems={problem.nodeProblems} /> : null}
      {problem?.offers?.map(({ label, run }) => (
        <Button
          key={label}
          className="mt-2"
          onClick={() => {
            onClose();
            run();
          }}
        >
          {label}
        </Button>
      ))}
    </Dialog>
  );
}

/** Selects a line, 1-based, and scrolls it into view. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 3);
}
