import { lazy, Suspense, useState, type KeyboardEvent } from 'react';
import { isNumber } from '@contract/json/json-values';
import { numberFromText, type JsonValue } from '@contract/json/lossless';
import { decimalText, integerText, stepText } from '@/lib/number-text';
import { Slider } from '@/ui/slider';
import { NumberInput } from '@/ui/text-input';
import type { NumberField as NumberFieldModel } from '../schema/field';
import { FieldFrame } from './field-frame';
import { placeholderOf, shownDefault, valueText } from './field-text';
import { useFormParts, useValue, type FieldViewProps } from './form-context';

const NumberExtras = lazy(async () => ({ default: (await import('./number-extras')).NumberExtras }));

const COARSE_STEPS = 10;
const SEED_NAME = /(?:^|_)seed$/i;

/** Numbers as text all the way: nothing is rounded that was typed, and 64-bit seeds keep every digit. */
export function NumberField(props: FieldViewProps<NumberFieldModel>) {
  const { field, isBare } = props;
  const { session } = useFormParts();
  const value = useValue(field.path);
  const [typed, setTyped] = useState<{ text: string; value: JsonValue | undefined } | null>(null);
  const preset = shownDefault(props, value);
  const shown = value ?? preset;
  const text = typed && typed.value === value ? typed.text : shown === undefined ? '' : valueText(shown);
  const bounds = boundsOf(field);
  const isSeed = field.integer && SEED_NAME.test(field.name);

  const onText = (next: string) => {
    const read = numberOf(next, field.integer);
    if (read === '' && typeof field.path.at(-1) === 'string') {
      session.remove(field.path);
      setTyped({ text: next, value: undefined });
    } else {
      session.set(field.path, read);
      setTyped({ text: next, value: read });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const from = text === '' ? valueText(field.defaultValue ?? 0) : text;
    if (direction === 0 || !isNumber(numberOf(from, field.integer))) return;
    event.preventDefault();
    onText(stepText(from, direction * (event.shiftKey ? COARSE_STEPS : 1), bounds, field.integer));
  };

  return (
    <FieldFrame field={field} isBare={isBare} isDefault={preset !== undefined}>
      {(control) => (
        <div className="flex min-w-0 items-center gap-2">
          {field.slider ? (
            <Slider
              aria-label={`${field.title}, slider`}
              aria-describedby={control['aria-describedby']}
              min={field.slider.min}
              max={field.slider.max}
              step={field.slider.step}
              value={isNumber(value) ? Number(value) : Number(field.defaultValue ?? field.slider.min)}
              disabled={field.readOnly}
              className={shown === undefined ? 'w-0 flex-1 opacity-60' : 'w-0 flex-1'}
              onChange={(event) => onText(event.target.value)}
            />
          ) : null}
          <div className={field.slider ? 'w-20 shrink-0' : 'min-w-0 flex-1'}>
            <NumberInput
              {...control}
              inputMode={field.integer ? 'numeric' : 'decimal'}
              className={SEED_NAME.test(field.name) ? 'font-mono' : ''}
              value={text}
              placeholder={placeholderOf(field) || (field.slider && !field.required ? 'not sent' : '')}
              readOnly={field.readOnly}
              onChange={(event) => onText(event.target.value)}
              onBlur={() => setTyped(null)}
              onKeyDown={onKeyDown}
            />
          </div>
          {isSeed || field.specials.length > 0 ? (
            <Suspense fallback={isSeed ? <span className="size-8 shrink-0" /> : null}>
              <NumberExtras field={field} bounds={isSeed ? bounds : null} onText={onText} />
            </Suspense>
          ) : null}
        </div>
      )}
    </FieldFrame>
  );
}

/**
 * The number that a text says. What says none is sent as the text it is: nothing typed is lost, no older number is sent in
 * its place, and validation names it.
 */
function numberOf(text: string, isInteger: boolean): JsonValue {
  const read = (isInteger ? integerText(text) : null) ?? decimalText(text);
  return read === null ? text.trim() : numberFromText(read);
}

function boundsOf({ minimum, maximum, multipleOf, slider }: NumberFieldModel) {
  return {
    min: minimum === null ? undefined : Number(minimum.value),
    max: maximum === null ? undefined : Number(maximum.value),
    step: multipleOf === null ? slider?.step : Number(multipleOf),
  };
}
