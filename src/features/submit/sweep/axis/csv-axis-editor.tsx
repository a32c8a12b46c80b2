import { FileText } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { t } from '@/lib/i18n/messages';
import { FileDropTarget } from '@/shared/drop/file-drop-target';
import { Button } from '@/ui/button';
import { Field } from '@/ui/input/field';
import { TextArea } from '@/ui/input/text-input';
import { useSession } from '../../draft/session/session-context';
import { parseCsv } from '../plan/csv';
import { columnGuesses } from '../plan/column-guesses';
import { withColumn, withTable } from '../plan/csv-axis';
import type { InputLabel } from '../plan/input-labels';
import type { CsvAxis } from '@/domains/drafts/sweep-form';
import { changeCsvAxis } from '../sweep-store';
import { focusMark } from './focus-mark';
import { InputPicker } from './input-picker';
import { readTableFile } from './read-table-file';

/** Longer tables are not shown as text. */
const MAX_EDITED_CHARS = 50_000;

interface CsvAxisEditorProps {
  axis: CsvAxis;
  labels: ReadonlyMap<string, InputLabel>;
  hasAutofocus: boolean;
}

/** A table: pasted, dropped or chosen. Each column sets one input. */
export function CsvAxisEditor({ axis, labels, hasAutofocus }: CsvAxisEditorProps) {
  const { editor } = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const header = useMemo(() => parseCsv(axis.text).header, [axis.text]);
  const change = (next: (axis: CsvAxis) => CsvAxis) => changeCsvAxis(editor.state.draft.id, axis.id, next);
  const setText = (text: string, fileName: string | null) => {
    setProblem(null);
    change((current) => withTable(current, text, fileName, labels, columnGuesses(editor.state)));
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = await readTableFile(file);
    if ('problem' in read) setProblem(read.problem);
    else setText(read.text, file.name);
  };
  return (
    <FileDropTarget
      spot={{ label: t('the table'), media: 'file', several: 'none' }}
      onFiles={([file]) => void take(file)}
    >
      <div className="flex flex-col gap-3">
        {axis.text.length <= MAX_EDITED_CHARS ? (
          <Field
            label={t('Table')}
            note={axis.fileName ?? undefined}
            hint={t('The first row names the columns. Separated by commas, semicolons or tabs.')}
          >
            {(control) => (
              <TextArea
                {...control}
                {...focusMark(hasAutofocus)}
                rows={4}
                spellCheck={false}
                wrap="off"
                className="font-mono text-sm"
                placeholder={t('Paste a table, or drop a CSV file')}
                value={axis.text}
                onChange={(event) => setText(event.target.value, null)}
              />
            )}
          </Field>
        ) : (
          <p className="flex min-w-0 items-center gap-2">
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 truncate">{axis.fileName ?? t('Pasted table')}</span>
            <Button size="sm" tone="ghost" onClick={() => setText('', null)}>
              {t('Clear')}
            </Button>
          </p>
        )}
        <div>
          <Button size="sm" onClick={() => picker.current?.click()}>
            {t('Choose a CSV file')}
          </Button>
          <input
            ref={picker}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            aria-label={t('CSV file')}
            className="hidden"
            onChange={({ target: input }) => {
              void take(input.files?.[0]);
              input.value = '';
            }}
          />
        </div>
        {problem === null ? null : (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
        {header.length > 0 ? <Columns axis={axis} header={header} labels={labels} onChange={change} /> : null}
      </div>
    </FileDropTarget>
  );
}

interface ColumnsProps extends Pick<CsvAxisEditorProps, 'axis' | 'labels'> {
  header: readonly string[];
  onChange: (change: (axis: CsvAxis) => CsvAxis) => void;
}

function Columns({ axis, header, labels, onChange }: ColumnsProps) {
  const id = useId();
  const isGuessed = (index: number) => axis.guessed?.includes(index) === true;
  const columns = header.map((name, index) => ({ key: String(index), index, name }));
  return (
    <ul aria-label={t('Columns')} className="flex flex-col gap-1.5">
      {columns.map(({ key, index, name }) => (
        <li key={key} className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1.6fr)] items-center gap-2">
          <span className="truncate" title={name}>
            {name}
          </span>
          <span aria-hidden className="text-faint">
            →
          </span>
          <InputPicker
            aria-label={t('Input of the column {name}', { name })}
            value={axis.columns[index] ?? null}
            labels={labels}
            placeholder={t('Not used')}
            noneLabel={t('Not used')}
            {...(isGuessed(index) ? { 'aria-describedby': `${id}-guess-${index}` } : {})}
            onChoose={(key) => onChange((current) => withColumn(current, index, key))}
          />
          {isGuessed(index) ? (
            <span id={`${id}-guess-${index}`} className="col-start-3 -mt-1 text-sm text-muted">
              {t('Guessed from the column name')}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
