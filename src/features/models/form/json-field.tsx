import { useState } from 'react';
import { JsonSyntaxError, parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { TextArea } from '@/ui/text-input';
import type { Field } from '../schema/field';
import { FieldFrame } from './field-frame';
import { placeholderOf } from './field-text';
import { useFormParts, useValue, type FieldViewProps } from './form-context';
import { useErrorsWithin } from './use-errors-within';

/** Any value as text: what the schema says too little or too much of, and values that do not fit their control. */
export function JsonField({ field, isBare }: FieldViewProps<Field>) {
  const { session } = useFormParts();
  const value = useValue(field.path);
  const error = useErrorsWithin(field.path);
  const [typed, setTyped] = useState<{ text: string; value: JsonValue | undefined } | null>(null);
  const text = typed && typed.value === value ? typed.text : value === undefined ? '' : stringifyJson(value, 2);

  const onText = (next: string) => {
    if (next.trim() === '' && typeof field.path.at(-1) === 'string') {
      session.remove(field.path);
      session.setUnreadField(field.path, null);
      setTyped({ text: next, value: undefined });
      return;
    }
    try {
      const read = parseJson(next);
      session.set(field.path, read);
      session.setUnreadField(field.path, null);
      setTyped({ text: next, value: read });
    } catch (problem) {
      if (!(problem instanceof JsonSyntaxError)) throw problem;
      session.setUnreadField(field.path, `Not valid JSON: ${problem.message}.`);
      setTyped({ text: next, value });
    }
  };

  return (
    <FieldFrame field={field} isBare={isBare} error={error}>
      {(control) => (
        <>
          <TextArea
            {...control}
            rows={2}
            spellCheck={false}
            className="min-h-14 font-mono text-sm"
            value={text}
            placeholder={placeholderOf(field)}
            readOnly={field.readOnly}
            onChange={(event) => onText(event.target.value)}
          />
          {field.kind === 'json' && field.reason ? <p className="text-sm text-faint">{field.reason}</p> : null}
        </>
      )}
    </FieldFrame>
  );
}
