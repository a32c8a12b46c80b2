import { RadioGroup } from 'radix-ui';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';

interface RatingProps<Step extends number> {
  'aria-label': string;
  /** From the least to the best. */
  steps: readonly Step[];
  /** 0: not rated. */
  value: Step | 0;
  onChange: (value: Step | 0) => void;
  className?: string;
}

/**
 * Rating by number, as by the digit keys: a radio group in which pressing the chosen number again clears the rating. Numbers, so that
 * it does not look like the star beside it.
 */
export function Rating<Step extends number>({ steps, value, onChange, className, ...label }: RatingProps<Step>) {
  const max = steps.length;
  return (
    <RadioGroup.Root
      {...label}
      orientation="horizontal"
      value={value > 0 ? String(value) : null}
      onValueChange={(next) => onChange(steps.find((step) => String(step) === next) ?? 0)}
      className={classNames('flex h-7 shrink-0', className)}
    >
      {steps.map((step) => (
        <RadioGroup.Item
          key={step}
          value={String(step)}
          aria-label={t('{stars} of {max}', { stars: step, max })}
          title={step === value ? t('Clear rating') : t('Rate {stars} of {max}', { stars: step, max })}
          onClick={() => (step === value ? onChange(0) : undefined)}
          className={classNames(
            // Hovering a number previews the rating.
            'w-6 border border-control text-sm tabular-nums not-last:border-e-0 first:rounded-s-md last:rounded-e-md hover:text-text focus-visible:z-1 has-[~:hover]:text-text',
            step <= value ? 'bg-accent-soft text-accent' : 'text-faint',
            step === value && 'font-semibold',
          )}
        >
          {step}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
