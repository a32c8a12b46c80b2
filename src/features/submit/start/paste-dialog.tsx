import { useEffect, useId, useRef, useState } from 'react';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Field } from '@/ui/input/field';
import { TextArea } from '@/ui/input/text-input';
import type { ImportProblem } from '../import/import-report';
import { NodeProblems } from '../import/node-problems';
import { useOpenFiles } from '../import/file-opener';
import { readUrls } from '../import/pasted-urls';

export interface PasteDialogProps {
  surface: Surface;
  hint: string;
  onClose: () => void;
}

export function PasteDialog({ surface, hint, onClose }: PasteDialogProps) {
  const { pasted } = useOpenFiles(surface);
  const [text, setText] = useState('');
  const [problems, setProblems] = useState<readonly ImportProblem[]>([]);
  const [isOpening, setOpening] = useState(false);
  const listId = useId();
  const transfer = useRef<AbortController | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  // Also if the user leaves the page.
  useEffect(() => () => transfer.current?.abort(), []);
  const open = async () => {
    transfer.current = new AbortController();
    setOpening(true);
    const found = await pasted(text, transfer.current.signal);
    setOpening(false);
    if (found === 'canceled') return;
    const [first] = found;
    if (!first) {
      onClose();
      return;
    }
    setProblems(found);
    const line = Number(/line (\d+)/.exec(first.explanation)?.[1] ?? 0);
    if (area.current && line > 0) selectLine(area.current, line);
  };
  const [only, ...more] = problems;
  const isSingle = only !== undefined && more.length === 0;
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
        <>
          {isOpening && readUrls(text.trim()).length > 0 ? (
            <Button
              onClick={() => {
                transfer.current?.abort();
                area.current?.focus();
              }}
            >
              {t('Cancel')}
            </Button>
          ) : null}
          <Button
            tone="primary"
            isBusy={isOpening}
            disabledReason={text.trim() === '' ? t('Paste some JSON or a URL first.') : null}
            onClick={() => void open()}
          >
            {t('Open')}
          </Button>
        </>
      }
    >
      <Field
        label={t('Workflow JSON')}
        error={isSingle ? `${only.title}. ${only.explanation}` : undefined}
        isInvalid={only !== undefined}
        describedBy={more.length > 0 ? listId : undefined}
        message={
          more.length > 0 ? (
            <div id={listId} role="alert">
              <ul className="flex flex-col gap-1 text-sm text-bad">
                {problems.map(({ name, title, explanation }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- without state, and names of files and URLs may repeat
                  <li key={index} className="wrap-anywhere">
                    {`${name}: ${title}. ${explanation}`}
                  </li>
                ))}
              </ul>
            </div>
          ) : undefined
        }
      >
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
              setProblems([]);
            }}
          />
        )}
      </Field>
      {isSingle && only.nodeProblems ? <NodeProblems problems={only.nodeProblems} /> : null}
      {(isSingle ? only.offers : undefined)?.map(({ label, run }) => (
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
