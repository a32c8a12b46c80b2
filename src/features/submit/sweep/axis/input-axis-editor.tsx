import { msg, t, type Message } from '@/lib/i18n/messages';
import { SegmentedControl } from '@/ui/input/segmented-control';
import { useSession } from '../../draft/session/session-context';
import type { FormField } from '../../draft/form-model';
import type { InputLabel } from '../plan/input-labels';
import type { InputAxis, ValueSource } from '@/domains/drafts/sweep-form';
import { sourcesOf, withCurrentText, withField } from '../plan/sweep-form';
import { changeInputAxis } from '../sweep-store';
import { ChoicesEditor } from './choices-editor';
import { FilesEditor } from './files-editor';
import { InputPicker } from './input-picker';
import { ListEditor, RangeEditor, SeedsEditor } from './value-editors';
import type { SourceEditorProps } from './source-editor-props';
import { WildcardsEditor } from './wildcards-editor';

interface InputAxisEditorProps {
  axis: InputAxis;
  /** Starts at 1. */
  number: number;
  fields: ReadonlyMap<string, FormField>;
  labels: ReadonlyMap<string, InputLabel>;
  hasAutofocus: boolean;
}

/** One input of the workflow, and where its values come from. */
export function InputAxisEditor({ axis, number, fields, labels, hasAutofocus }: InputAxisEditorProps) {
  const { editor } = useSession();
  const draftId = editor.state.draft.id;
  const field = axis.fieldKey === null ? undefined : fields.get(axis.fieldKey);
  const change = (next: (axis: InputAxis) => InputAxis) => changeInputAxis(draftId, axis.id, next);
  const sources = field ? sourcesOf(field) : [];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-48 flex-1">
          <InputPicker
            aria-label={t('Input of axis {number}', { number })}
            value={field?.key ?? null}
            labels={labels}
            placeholder={t('Choose an input')}
            hasAutofocus={hasAutofocus && !field}
            onChoose={(key) => {
              const chosen = key === null ? undefined : fields.get(key);
              if (chosen)
                change((current) => withCurrentText(withField(current, chosen), editor.state.values.get(chosen.key)));
            }}
          />
        </div>
        {sources.length > 1 ? (
          <SegmentedControl
            aria-label={t('Values of axis {number}', { number })}
            value={axis.source}
            options={sources.map((source) => ({ value: source, label: t(SOURCE_LABELS[source]) }))}
            onValueChange={(chosen) => {
              const source = sources.find((one) => one === chosen);
              if (source) change((current) => ({ ...current, source }));
            }}
          />
        ) : null}
      </div>
      {field ? (
        <SourceEditor
          axis={axis}
          field={field}
          hasAutofocus={hasAutofocus}
          onChange={(part) => change((current) => ({ ...current, ...part }))}
        />
      ) : null}
    </>
  );
}

const SOURCE_LABELS: Readonly<Record<ValueSource, Message>> = {
  list: msg('List'),
  range: msg('Range'),
  seeds: msg('Seeds'),
  choices: msg('Choices'),
  wildcards: msg('Wildcards'),
  files: msg('Files'),
};

function SourceEditor(props: SourceEditorProps) {
  switch (props.axis.source) {
    case 'list':
      return <ListEditor {...props} />;
    case 'range':
      return <RangeEditor {...props} />;
    case 'seeds':
      return <SeedsEditor {...props} />;
    case 'choices':
      return <ChoicesEditor {...props} />;
    case 'wildcards':
      return <WildcardsEditor {...props} />;
    case 'files':
      return <FilesEditor {...props} />;
  }
}
