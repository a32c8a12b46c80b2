import { lazy, Suspense, useId, useState } from 'react';
import { TextArea, TextInput } from '@/ui/text-input';
import type { TextField as TextFieldModel } from '../schema/field';
import { useFormParts, useValue, type FieldViewProps } from './form-context';
import { FieldFrame } from './field-frame';
import { placeholderOf, shownDefault, valueText } from './field-text';

const FormatControl = lazy(async () => ({ default: (await import('./format-controls')).FormatControl }));

const INPUT = {
  plain: { type: 'text' },
  uri: { type: 'url', inputMode: 'url', spellCheck: false },
  email: { type: 'email', inputMode: 'email', spellCheck: false },
  date: { type: 'date' },
  time: { type: 'text' },
  // Never offered to a password store: these are keys of services.
  secret: { type: 'password', autoComplete: 'new-password', spellCheck: false },
} as const;

export function TextField(props: FieldViewProps<TextFieldModel>) {
  const { field, isBare } = props;
  const { session } = useFormParts();
  const value = useValue(field.path);
  // A text that is being cleared stays empty until the field is left: the default comes back behind the caret otherwise.
  const [isCleared, setCleared] = useState(false);
  const preset = shownDefault(props, value);
  const text = typeof value === 'string' ? value : typeof preset === 'string' && !isCleared ? preset : '';
  const suggestionsId = useId();
  // An optional text that is cleared is not sent; an empty one is sent by the field's menu.
  const onText = (next: string) => {
    setCleared(next === '');
    if (next === '' && !field.required && typeof field.path.at(-1) === 'string') session.remove(field.path);
    else session.set(field.path, next);
  };
  return (
    <FieldFrame field={field} isBare={isBare} isDefault={typeof preset === 'string'}>
      {(control) => {
        const shared = {
          ...control,
          onBlur: () => setCleared(false),
          value: text,
          placeholder: value === '' ? 'empty string' : placeholderOf(field),
          readOnly: field.readOnly,
        };
        if (field.format === 'color' || field.format === 'uuid' || field.format === 'date-time') {
          return (
            <Suspense fallback={<TextInput {...shared} readOnly />}>
              <FormatControl
                {...shared}
                format={field.format}
                title={field.title}
                isSent={value !== undefined}
                onText={onText}
              />
            </Suspense>
          );
        }
        if (field.format === 'long') {
          return <TextArea {...shared} onChange={(event) => onText(event.target.value)} />;
        }
        return (
          <>
            <TextInput
              {...shared}
              {...INPUT[field.format]}
              list={field.suggestions.length > 0 ? suggestionsId : undefined}
              onChange={(event) => onText(event.target.value)}
            />
            {field.suggestions.length > 0 ? (
              <datalist id={suggestionsId}>
                {field.suggestions.map((choice) => (
                  <option key={choice.label} value={valueText(choice.value)}>
                    {choice.description || choice.label}
                  </option>
                ))}
              </datalist>
            ) : null}
          </>
        );
      }}
    </FieldFrame>
  );
}
