import { isNumber, isSameJson } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { isSeedName } from '@/lib/seed';
import { JsonField as SharedJsonField } from '@/shared/fields/json-field';
import { NumberField as SharedNumberField, type TextBinding } from '@/shared/fields/number-field';
import { SeedField } from '@/shared/fields/seed-field';
import { TextField as SharedTextField } from '@/shared/fields/text-field';
import { shownText, valueText, type TextKind } from '@/shared/fields/typed-text';
import {
  pathKey,
  type Field,
  type NumberField as NumberFieldModel,
  type TextField as TextFieldModel,
} from '../../schema/field';
import { useErrorsWithin } from '../errors/field-errors';
import { useFrame } from '../frame/field-frame';
import { shownDefault } from '../frame/field-text';
import { useForm, useFormParts, useValue, type FieldViewProps } from '../state/form-context';

export function NumberField(props: FieldViewProps<NumberFieldModel>) {
  const { field } = props;
  const { integer, minimum, maximum, slider } = field;
  const { session } = useFormParts();
  const { value, preset, ...text } = useText(props, integer ? 'integer' : 'decimal');
  const frame = useFrame(props, { isDefault: preset !== undefined });
  const Control = integer && isSeedName(field.name) ? SeedField : SharedNumberField;
  return (
    <Control
      {...text}
      frame={frame}
      range={{ integer, minimum, maximum, step: field.multipleOf ?? slider?.step ?? null }}
      stepsFrom={valueText(field.defaultValue ?? 0)}
      placeholder={text.placeholder || (slider && !field.required ? t('not sent') : '')}
      slider={
        slider && {
          ...slider,
          value: isNumber(value) ? Number(value) : Number(field.defaultValue ?? slider.min),
          isFaint: value === undefined && preset === undefined,
        }
      }
      specials={field.specials.map((special) => ({
        label: special.label,
        title: special.description || t('Send {value}', { value: valueText(special.value) }),
        isOn: value !== undefined && isSameJson(value, special.value),
        onChoose: () => session.set(field.path, special.value),
      }))}
    />
  );
}

export function TextField(props: FieldViewProps<TextFieldModel>) {
  const { field } = props;
  const { value, preset, ...text } = useText(props, 'text');
  return (
    <SharedTextField
      {...text}
      frame={useFrame(props, { isDefault: typeof preset === 'string' })}
      format={field.format}
      suggestions={field.suggestions}
      isSent={value !== undefined}
      placeholder={value === '' ? t('empty string') : text.placeholder}
    />
  );
}

/**
 * Any value as JSON text: for schemas that are too vague or too complex, and for values that do not fit their control.
 */
export function JsonField(props: FieldViewProps) {
  const { field } = props;
  const { value: _value, preset: _preset, ...text } = useText(props, 'json');
  const frame = useFrame(props, { error: useErrorsWithin(field.path) });
  return <SharedJsonField {...text} frame={frame} reason={field.kind === 'json' ? field.reason : ''} />;
}

interface SchemaText extends Required<TextBinding> {
  value: JsonValue | undefined;
  /** Default that the control shows although nothing is sent. */
  preset: JsonValue | undefined;
}

/** What the control of a field shows and changes as text. */
function useText(props: FieldViewProps, kind: TextKind): SchemaText {
  const { field } = props;
  const { session } = useFormParts();
  const value = useValue(field.path);
  const typed = useForm((state) => state.typed[pathKey(field.path)]);
  const preset = kind === 'json' ? undefined : shownDefault(props, value);
  return {
    value,
    preset,
    // Cleared text stays empty until blur; otherwise, the default would reappear behind the caret.
    text: typed && typed.value === value ? typed.text : shownText(undefined, value ?? preset, kind),
    onText: (text) => session.type(field, kind, text),
    onLeave: () => session.settle(field.path),
    placeholder: placeholderOf(field),
    readOnly: field.readOnly,
  };
}

/** Returns the placeholder of an empty control: the default of the service, else an example. */
function placeholderOf(field: Field): string {
  if (field.defaultValue !== undefined && field.defaultValue !== null) return valueText(field.defaultValue);
  const [example] = field.examples;
  return example === undefined || example === null ? '' : t('such as {example}', { example: valueText(example) });
}
