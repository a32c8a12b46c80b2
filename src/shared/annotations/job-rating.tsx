import type { ListedJob } from '@contract/jobs/schemas';
import { RATINGS } from '@/domains/annotations/job-annotation';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Rating } from '@/ui/input/rating';
import { useRating } from './use-rating';
import { useRatingKeys } from './use-rating-keys';

/** From left to right. */
export const STEPS = RATINGS.toReversed();

interface JobRatingProps {
  surface: Surface;
  job: ListedJob;
  /** Whether it is in a dialog; the shortcuts of the page are then disabled. */
  isInDialog?: boolean;
  className?: string;
}

/** Rating of a job, set with the stars or the digit keys. */
export function JobRating({ surface, job, isInDialog = false, className }: JobRatingProps) {
  const { rating, rate } = useRating([{ surface, jobs: [job] }]);
  useRatingKeys(rate, { isInDialog });
  return (
    <Rating
      aria-label={t('Rating')}
      steps={STEPS}
      value={rating}
      onChange={rate}
      {...(className ? { className } : {})}
    />
  );
}
