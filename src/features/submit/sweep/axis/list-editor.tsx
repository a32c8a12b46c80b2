import { focusMark } from './focus-mark';
import { limitsNoteOf } from './limits-note';
import { Field } from '@/ui/input/field';
import { TextArea } from '@/ui/input/text-input';
import type { SourceEditorProps } from './source-editor-props';
import { TextFileTarget } from './text-file-target';

const HINTS = {
  number: 'Separated by commas, spaces or lines',
  choice: 'Separated by commas or lines',
  text: 'One per line',
  json: 'JSON, one value per line',
};

/** Values as typed or pasted. */
export function ListEditor({ axis, field, hasAutofocus, onChange }: SourceEditorProps) {
  const isPrompt = field.kind === 'long_text' || field.kind === 'text';
  return (
    <TextFileTarget label="values" onText={(list) => onChange({ list })}>
      <Field
        label={isPrompt ? 'Texts' : 'Values'}
        note={limitsNoteOf(field) || undefined}
        hint={HINTS[hintOf(field.kind)]}
      >
        {(control) => (
          <TextArea
            {...control}
            {...focusMark(hasAutofocus)}
            rows={3}
            spellCheck={isPrompt}
            value={axis.list}
            onChange={(event) => onChange({ list: event.target.value })}
          />
        )}
      </Field>
    </TextFileTarget>
  );
}

function hintOf(kind: SourceEditorProps['field']['kind']): keyof typeof HINTS {
  if (kind === 'int' || kind === 'float' || kind === 'seed') return 'number';
  if (kind === 'combo') return 'choice';
  return kind === 'json' ? 'json' : 'text';
}
