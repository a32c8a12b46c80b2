import type { ListedJob } from '@contract/jobs/schemas';
import { MAX_RATING, type Rating } from '@/api/marks/job-mark';
import { changeMarks, markOf, useJobMarks } from '@/api/marks/job-marks';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { announce } from '@/shared/announce';
import { showToast } from '@/shared/toasts';
import { sayUnkept } from './say-unkept';

/** Rates jobs; 0 clears their ratings, which a toast offers to undo. */
export function rateJobs(surface: Surface, jobs: readonly ListedJob[], rating: Rating | 0): void {
  const state = useJobMarks.getState();
  const rated = jobs.flatMap((job) => {
    const before = markOf(surface.id, job.id)(state)?.rating;
    return before === undefined ? [] : [{ job, rating: before }];
  });
  if (jobs.length === 0 || (rating === 0 && rated.length === 0)) return;
  void changeMarks(surface.id, jobs, { rating }).then(sayUnkept);
  if (rating > 0) {
    announce(`Rated ${rating} of ${MAX_RATING}`);
    return;
  }
  const undo = () => {
    for (const { job, rating } of rated) void changeMarks(surface.id, [job], { rating }).then(sayUnkept);
  };
  showToast({
    tone: 'neutral',
    title: rated.length === 1 ? 'Rating cleared' : `${formatCount(rated.length, 'rating')} cleared`,
    action: { label: 'Undo', onSelect: undo },
  });
}
