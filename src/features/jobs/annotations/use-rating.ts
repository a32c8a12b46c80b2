import type { Rating } from '@/api/annotations/job-annotation';
import { markOf, useJobAnnotations } from '@/api/annotations/job-annotations';
import type { ServerJobs } from '../list-row';
import { rateJobs } from './rate-jobs';

/** Of several jobs: what all of them are rated alike, else 0. */
export function useRating(servers: readonly ServerJobs[]) {
  const rating = useJobAnnotations((state): Rating | 0 => {
    const [first = 0, ...others] = servers.flatMap(({ surface, jobs }) =>
      jobs.map(({ id }): Rating | 0 => markOf(surface.id, id)(state)?.rating ?? 0),
    );
    return others.every((one) => one === first) ? first : 0;
  });
  return { rating, rate: (next: Rating | 0) => rateJobs(servers, next) };
}
