import { lazy, Suspense, useId } from 'react';
import { TextArea, TextInput } from '@/ui/text-input';
import type { TextField as TextFieldModel } from '../schema/field';
import { useFormParts, useValue, type FieldViewProps } from './form-context';
import { FieldFrame } from './field-frame';
import { placeholderOf, valueText } from './field-words';

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

export function TextField({ field, isBare }: FieldViewProps<TextFieldModel>) {
  const { session } = useFormParts();
  const value = useValue(field.path);
  const text = typeof value === 'string' ? value : '';
  const suggestionsId = useId();
  // An optional text that is cleared is not sent; an empty one is sent by the field's menu.
  const onText = (next: string) => {
    if (next === '' && !field.required && typeof field.path.at(-1) === 'string') session.remove(field.path);
    else session.set(field.path, next);
  };
  return (
    <FieldFrame field={field} isBare={isBare}>
      {(control) => {
        const shared = {
          ...control,
          value: text,
          placeholder: value === '' ? 'empty string' : placeholderOf(field),
          readOnly: field.readOnly,
        };
        if (field.format === 'color' || field.format === 'uuid' || field.format === 'date-time') {
          return (
            <Suspense fallback={<TextInput {...shared} readOnly />}>
              <FormatControl {...shared} format={field.format} title={field.title} onText={onText} />
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
