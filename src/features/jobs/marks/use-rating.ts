import type { ListedJob } from '@contract/jobs/schemas';
import { MAX_RATING, type Rating } from '@/api/marks/job-mark';
import { changeMarks, markOf, useJobMarks } from '@/api/marks/job-marks';
import type { Surface } from '@/api/surface';
import { announce } from '@/shared/announce';
import { sayUnkept } from './say-unkept';

/** Of several jobs: what all of them are rated alike, else 0. */
export function useRating(surface: Surface, jobs: readonly ListedJob[]) {
  const rating = useJobMarks((state): Rating | 0 => {
    const [first = 0, ...others] = jobs.map(({ id }): Rating | 0 => markOf(surface.id, id)(state)?.rating ?? 0);
    return others.every((one) => one === first) ? first : 0;
  });
  const rate = (next: Rating | 0) => {
    void changeMarks(surface.id, jobs, { rating: next }).then(sayUnkept);
    announce(next > 0 ? `Rated ${next} of ${MAX_RATING}` : 'Rating taken away');
  };
  return { rating, rate };
}
