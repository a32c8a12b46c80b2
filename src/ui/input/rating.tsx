import { Star } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';

interface RatingProps<Stars extends number> {
  'aria-label': string;
  /** From the least to the best. */
  steps: readonly Stars[];
  /** 0: not rated. */
  value: Stars | 0;
  onChange: (value: Stars | 0) => void;
  className?: string;
}

/** Star rating: a radio group in which pressing the selected star again clears the rating. */
export function Rating<Stars extends number>({ steps, value, onChange, className, ...label }: RatingProps<Stars>) {
  const max = steps.length;
  return (
    <RadioGroup.Root
      {...label}
      orientation="horizontal"
      value={value > 0 ? String(value) : null}
      onValueChange={(next) => onChange(steps.find((stars) => String(stars) === next) ?? 0)}
      className={classNames('flex shrink-0', className)}
    >
      {steps.map((stars) => (
        <RadioGroup.Item
          key={stars}
          value={String(stars)}
          aria-label={t('{stars} of {max}', { stars, max })}
          title={stars === value ? t('Clear rating') : t('Rate {stars} of {max}', { stars, max })}
          onClick={() => (stars === value ? onChange(0) : undefined)}
          // Hovering a star previews the rating.
          className="flex h-7 w-6 items-center justify-center rounded text-faint hover:text-text has-[~:hover]:text-text"
        >
          <Star aria-hidden className={classNames('size-4', stars <= value && 'fill-current text-accent')} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
