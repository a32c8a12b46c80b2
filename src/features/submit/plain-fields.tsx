import type { JsonValue } from '@contract/json/lossless';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { TextArea, TextInput } from '@/ui/text-input';
import { fieldText, type FormField } from './form-model';
import { useField } from './use-field';

export function TextField({ field }: { field: FormField }) {
  const { session, text, problem, warning, described } = useField(field);
  const Control = field.kind === 'long_text' ? TextArea : TextInput;
  return (
    <Field label={field.name} error={problem} warning={warning}>
      {(control) => (
        <Control
          {...control}
          {...described(control)}
          value={text}
          onChange={(event) => session.setValue(field.key, event.target.value)}
        />
      )}
    </Field>
  );
}

export function BooleanField({ field }: { field: FormField }) {
  const { session, value, problem, warning, described } = useField(field);
  return (
    <Field label={field.name} error={problem} warning={warning}>
      {(control) => (
        <Switch
          {...control}
          {...described(control)}
          checked={value === true}
          onCheckedChange={(isOn) => session.setValue(field.key, isOn)}
        />
      )}
    </Field>
  );
}

/** Radix knows no empty value: an option that is the empty text gets a name of its own. */
const EMPTY = '\u0000';

export function ComboField({ field }: { field: FormField }) {
  const { session, value, problem, warning, described } = useField(field);
  const choices: JsonValue[] = [...(field.spec?.options ?? [])];
  const current = value === undefined ? '' : fieldText(value);
  const options = choices.map((choice) => ({
    value: fieldText(choice) || EMPTY,
    label: fieldText(choice) || '(none)',
  }));
  // A value of another surface stays visible, with the reason why it cannot run under it.
  const isForeign = !options.some((option) => option.value === (current || EMPTY));
  const shown = isForeign ? [{ value: current || EMPTY, label: current || '(none)' }, ...options] : options;
  return (
    <Field label={field.name} error={problem} warning={warning}>
      {(control) => (
        <Select
          {...control}
          {...described(control)}
          value={current || EMPTY}
          options={shown}
          onValueChange={(next) => {
            const chosen = choices.find((choice) => (fieldText(choice) || EMPTY) === next);
            if (chosen !== undefined) session.setValue(field.key, chosen);
          }}
        />
      )}
    </Field>
  );
}

/** Lists, objects, null, and values that do not fit their definition: shown as they stand. */
export function JsonField({ field }: { field: FormField }) {
  const { session, text, problem, warning, described } = useField(field);
  return (
    <Field label={field.name} note="JSON" error={problem} warning={warning}>
      {(control) => (
        <TextArea
          {...control}
          {...described(control)}
          rows={2}
          spellCheck={false}
          className="min-h-14 font-mono text-sm"
          value={text}
          onChange={(event) => session.setTyped(field, event.target.value)}
          onBlur={() => session.settleTyped(field.key)}
        />
      )}
    </Field>
  );
}
