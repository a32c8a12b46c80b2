import type { KeyboardEvent } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import type { SelectOption } from './select';

interface SegmentedControlProps {
  id?: string;
  'aria-labelledby'?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  /** Null: nothing is chosen. */
  value: string | null;
  /** What counts while nothing is chosen: shown as chosen, and choosing it still reports it. */
  preset?: string | null;
  options: readonly SelectOption[];
  onValueChange: (value: string) => void;
}

/** A few short values side by side: a radio group with the arrow keys of one. */
export function SegmentedControl({ value, preset = null, options, onValueChange, ...group }: SegmentedControlProps) {
  const chosen = options.findIndex((option) => option.value === (value ?? preset));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key];
    if (step === undefined || options.length === 0) return;
    event.preventDefault();
    const radios = event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]');
    const from = [...radios].findIndex((radio) => radio === document.activeElement);
    const next = (from + step + options.length) % options.length;
    radios[next]?.focus();
    const option = options[next];
    if (option) onValueChange(option.value);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its radios takes the focus
    <div
      {...group}
      role="radiogroup"
      onKeyDown={onKeyDown}
      className="flex h-8 w-fit max-w-full rounded-md border border-control bg-canvas p-0.5 aria-invalid:border-bad"
    >
      {options.map((option, index) => {
        const isOn = index === chosen;
        return (
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- styled as one control, with roving focus
          <button
            key={option.value}
            type="button"
            role="radio"
            aria-checked={isOn}
            title={value === null && isOn ? t('Default') : undefined}
            tabIndex={isOn || (chosen < 0 && index === 0) ? 0 : -1}
            onClick={() => onValueChange(option.value)}
            className={classNames(
              'min-w-8 truncate rounded px-2.5',
              isOn ? 'bg-hover font-medium text-text' : 'text-muted hover:text-text',
            )}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
