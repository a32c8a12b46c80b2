import type { JsonValue } from '@contract/json/lossless';
import type { TextBinding } from '@/shared/fields/number-field';
import { shownText, type TextKind } from '@/shared/fields/typed-text';
import { pathKey } from '../../schema/field';
import { placeholderOf, shownDefault } from './field-text';
import { useForm, useFormParts, useValue, type FieldViewProps } from '../state/form-context';

interface SchemaText extends Required<TextBinding> {
  value: JsonValue | undefined;
  /** Default that the control shows although nothing is sent. */
  preset: JsonValue | undefined;
}

/** Text state of a field with a text control. */
export function useText(props: FieldViewProps, kind: TextKind): SchemaText {
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
