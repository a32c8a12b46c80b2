import type { ListedJob } from '@contract/jobs/schemas';
import { RATINGS } from '@/api/annotations/job-annotation';
import type { Surface } from '@/api/surface';
import { Rating } from '@/ui/rating';
import { useRating } from './use-rating';
import { useRatingKeys } from './use-rating-keys';

/** From the left. */
export const STEPS = RATINGS.toReversed();

interface JobRatingProps {
  surface: Surface;
  job: ListedJob;
  /** In a layer above the page, whose keys rest meanwhile. */
  isInDialog?: boolean;
  className?: string;
}

/** How the job is rated, by stars and by the keys of digits. */
export function JobRating({ surface, job, isInDialog = false, className }: JobRatingProps) {
  const { rating, rate } = useRating([{ surface, jobs: [job] }]);
  useRatingKeys(rate, { isInDialog });
  return (
    <Rating aria-label="Rating" steps={STEPS} value={rating} onChange={rate} {...(className ? { className } : {})} />
  );
}
