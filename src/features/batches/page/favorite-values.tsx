import { Star } from 'lucide-react';
import { formatInteger } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import type { AxisFavorites } from '../favorites';

const MAX_VALUES = 6;

/** Which values the favorites have, the most frequent first. */
export function FavoriteValues({ axes, count }: { axes: readonly AxisFavorites[]; count: number }) {
  return (
    <section
      aria-label={t('Values of the favorites')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex shrink-0 items-center gap-x-5 overflow-x-auto border-b border-line px-4 py-1.5 text-sm whitespace-nowrap md:px-5 focus-visible:outline-offset-[-2px]"
    >
      <span className="flex shrink-0 items-center gap-1.5 font-medium">
        <Star aria-hidden className="size-3.5 fill-current text-warn" />
        {t('{count, plural, one {# favorite} other {# favorites}}', { count })}
      </span>
      <dl className="flex gap-x-5">
        {axes.map(({ label, values }) => (
          <div key={label} className="flex items-baseline gap-2">
            <dt className="text-muted">{label}</dt>
            {values.slice(0, MAX_VALUES).map((value, index) => (
              <dd key={value.label} className={index === 0 ? 'font-medium' : 'text-muted'}>
                <span className="inline-block max-w-40 truncate align-bottom" title={value.label}>
                  {value.label}
                </span>{' '}
                <span className="text-faint">×{formatInteger(value.count)}</span>
              </dd>
            ))}
            {values.length > MAX_VALUES ? (
              <dd className="text-faint">+{formatInteger(values.length - MAX_VALUES)}</dd>
            ) : null}
          </div>
        ))}
      </dl>
    </section>
  );
}
