import { MAX_RATING, type Rating } from '@/domains/annotations/job-annotation';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';

/** A rating in rows and on tiles: `4/5`. Numbers, so that it does not look like a star. */
export function RatingMark({ rating, className }: { rating: Rating; className: string }) {
  return (
    <span
      role="img"
      aria-label={t('Rated {rating} of {most}', { rating, most: MAX_RATING })}
      className={classNames('whitespace-nowrap tabular-nums', className)}
    >
      {rating}
      <span className="opacity-70">/{MAX_RATING}</span>
    </span>
  );
}
