import type { KeyboardEvent } from 'react';
import { decimalText, integerText, rangeNote, stepText } from '@/lib/number-text';
import { Field } from '@/ui/field';
import { NumberInput } from '@/ui/text-input';
import type { FormField } from './form-model';
import { useField } from './use-field';

const COARSE_STEPS = 10;

/** Whole numbers and decimals, as text all the way: nothing is rounded that was typed. */
export function NumberField({ field }: { field: FormField }) {
  const { session, text, problem, warning, described } = useField(field);
  const { min, max, step } = field.spec ?? {};
  const isInteger = field.kind !== 'float';

  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const isNumber = (isInteger ? integerText(text) : decimalText(text)) !== null;
    if (direction === 0 || !isNumber) return;
    event.preventDefault();
    const steps = direction * (event.shiftKey ? COARSE_STEPS : 1);
    session.setTyped(field, stepText(text, steps, { min, max, step }, isInteger));
  };

  return (
    <Field label={field.name} note={rangeNote(min, max) ?? undefined} error={problem} warning={warning}>
      {(control) => (
        <NumberInput
          {...control}
          {...described(control)}
          inputMode={isInteger ? 'numeric' : 'decimal'}
          value={text}
          onChange={(event) => session.setTyped(field, event.target.value)}
          onBlur={() => session.settleTyped(field.key)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  );
}
