import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Slider } from '@/ui/input/slider';
import { NumberInput } from '@/ui/input/text-input';
import { FieldFrame, type FrameProps } from './field-frame';
import { stepNumber, type NumberRange } from './number-range';
import { isNumberText } from './typed-text';

const COARSE_STEPS = 10;

/** Text and callbacks of a text-based control. */
export interface TextBinding {
  text: string;
  onText: (text: string) => void;
  /** Called on blur. */
  onLeave: () => void;
  placeholder?: string;
  readOnly?: boolean;
}

export interface NumberFieldProps extends TextBinding {
  frame: FrameProps;
  range: NumberRange;
  /** Start value of the arrow keys while the field is empty. */
  stepsFrom?: string;
  /** Shows all digits in the same width. */
  isMono?: boolean;
  slider?: { min: number; max: number; step: number; value: number; isFaint: boolean } | null;
  /** Values allowed beside the range, such as -1 for "automatic". */
  specials?: readonly SpecialValue[];
  /** Beside the box. */
  extras?: ReactNode;
}

export interface SpecialValue {
  label: string;
  title: string;
  isOn: boolean;
  onChoose: () => void;
}

/** Number input that handles text throughout: typed numbers are never rounded, and 64-bit seeds keep every digit. */
export function NumberField({
  frame,
  range,
  text,
  onText,
  onLeave,
  placeholder,
  readOnly,
  stepsFrom = '',
  isMono = false,
  slider = null,
  specials,
  extras,
}: NumberFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const from = text === '' ? stepsFrom : text;
    // Alt and an arrow key move a list row.
    if (direction === 0 || readOnly || event.altKey || !isNumberText(from, range.integer)) return;
    event.preventDefault();
    onText(stepNumber(from, direction * (event.shiftKey ? COARSE_STEPS : 1), range));
  };
  return (
    <FieldFrame frame={frame}>
      {(control) => (
        <div className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
          {slider ? (
            <Slider
              aria-label={t('{label}, slider', { label: frame.label })}
              aria-describedby={control['aria-describedby']}
              min={slider.min}
              max={slider.max}
              step={slider.step}
              value={slider.value}
              disabled={readOnly}
              className={slider.isFaint ? 'w-0 flex-1 opacity-60' : 'w-0 flex-1'}
              onChange={(event) => onText(event.target.value)}
            />
          ) : null}
          <div className={slider ? 'w-20 shrink-0' : 'min-w-0 flex-1'}>
            <NumberInput
              {...control}
              inputMode={range.integer ? 'numeric' : 'decimal'}
              className={isMono ? 'font-mono' : ''}
              value={text}
              placeholder={placeholder}
              readOnly={readOnly}
              onChange={(event) => onText(event.target.value)}
              onBlur={onLeave}
              onKeyDown={onKeyDown}
            />
          </div>
          {extras}
          {specials?.map(({ label, title, isOn, onChoose }) => (
            <Button
              key={label}
              size="sm"
              aria-pressed={isOn}
              title={title}
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
              onClick={onChoose}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}
