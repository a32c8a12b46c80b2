import { useQueries } from '@tanstack/react-query';
import { jobQuery } from '@/api/jobs/job-query';
import type { Surface } from '@/api/surface';

/** Single jobs read at once: the list must not turn into a request per row. */
const MAX_STRAYS = 4;

/** Reads jobs that the lists leave out. Each answer goes to its place in the lists, and the next ones take their turn. */
export function StrayJobs({ surface, ids }: { surface: Surface; ids: readonly string[] }) {
  useQueries({ queries: ids.slice(0, MAX_STRAYS).map((id) => jobQuery(surface, id)) });
  return null;
}
