import { useQueries } from '@tanstack/react-query';
import { jobQuery } from '@/domains/jobs/job-query';
import type { Surface } from '@/api/surface';

/** Limits concurrent single-job requests: the list must not send one request per row. */
const MAX_STRAYS = 4;

/** Fetches jobs that the lists omit. Each response updates the lists, which makes room for the next requests. */
export function UnlistedJobs({ surface, ids }: { surface: Surface; ids: readonly string[] }) {
  useQueries({ queries: ids.slice(0, MAX_STRAYS).map((id) => jobQuery(surface, id)) });
  return null;
}
