import type { Rating } from '@/domains/annotations/job-annotation';
import { markOf, useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { rateJobs } from './rate-jobs';

/** For several jobs: their common rating, else 0. */
export function useRating(servers: readonly ServerJobs[]) {
  const rating = useJobAnnotations((state): Rating | 0 => {
    const [first = 0, ...others] = servers.flatMap(({ surface, jobs }) =>
      jobs.map(({ id }): Rating | 0 => markOf(surface.id, id)(state)?.rating ?? 0),
    );
    return others.every((one) => one === first) ? first : 0;
  });
  return { rating, rate: (next: Rating | 0) => rateJobs(servers, next) };
}
