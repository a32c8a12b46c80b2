import { useQueries, useQueryClient } from '@tanstack/react-query';
import { isActive } from '@contract/jobs/lifecycle';
import { isApiError } from '@/api/api-error';
import { isPlain, type JobFilter } from '@/domains/jobs/job-filter';
import { jobQuery } from '@/domains/jobs/job-query';
import { toFetchedJob, type FetchedJob } from '@/api/live/merge-job';
import { LABEL_TITLE } from '@/domains/job-record/job-labels';
import { GONE, jobOf, titled, type HistoryJob } from '@/domains/job-record/history-job';
import { operationKey, type Surface } from '@/api/surface';
import { loadModule } from '@/lib/load-module';
import { useMemoBy } from '@/lib/hooks/use-memo-by';
import { matchesFilter } from '../filters/status-filters';

/** Maximum number of concurrent single-job requests per server: the local history may be large. */
const MAX_READ = 4;
const NONE: readonly HistoryJob[] = [];

interface Remembered {
  surface: Surface;
  /** Jobs of the local history; `undefined` until they are read, and if they are not needed. */
  jobs: readonly HistoryJob[] | undefined;
}

/**
 * Returns rows from the local history, by server, `undefined` until they are known; jobs that are unfinished or were
 * never fetched are fetched individually.
 */
export function useHistoryRows(
  remembered: readonly Remembered[],
  filter: JobFilter,
): readonly (readonly FetchedJob[] | undefined)[] {
  const client = useQueryClient();
  const memoKnown = useMemoBy<readonly FetchedJob[]>();
  const memoShown = useMemoBy<readonly FetchedJob[]>();
  const isGone = (surface: Surface, id: string) =>
    isNotFound(client.getQueryState(operationKey(surface, 'getJob', id))?.error);
  const sources = remembered.map(({ surface, jobs = NONE }) => {
    const known = memoKnown(surface.id, [jobs], () => jobs.map((one) => toFetchedJob(jobOf(one), 0)));
    // Each response updates the history, which makes room for the next requests.
    const unended = known.filter(({ job }) => isActive(job.status) && !isGone(surface, job.id)).slice(0, MAX_READ);
    return { surface, known, unended, isRead: jobs !== NONE };
  });
  const responses = useQueries({
    queries: sources.flatMap(({ surface, unended }) =>
      unended.map(({ job }) => ({
        ...jobQuery(surface, job.id),
        // Once its end is known, it makes room: another request for it, as when a stream opens, would exceed the maximum.
        enabled: ({ state }: { state: { data: FetchedJob | undefined } }) =>
          !state.data || isActive(state.data.job.status),
      })),
    ),
  });
  const isSearch = !isPlain(filter);
  const searches = useQueries({
    queries: sources.map(({ surface, known }) => ({
      queryKey: [
        surface.id,
        'device.history',
        'search',
        filter.text !== '',
        filter.promptOf,
        filter.workflowOf,
        ...known.map(({ job }) => job.id),
      ],
      queryFn: async () => {
        const { readKnownWorkflows, searchLoaded } = await loadModule(() => import('@/domains/jobs/local-search'));
        const jobs = known.map(({ job }) => job);
        await readKnownWorkflows(surface, jobs, filter);
        return searchLoaded(surface);
      },
      enabled: isSearch && known.length > 0,
      staleTime: Infinity,
      structuralSharing: false,
      retry: false,
    })),
  });
  const answered = split(
    responses.map(({ data }) => data),
    sources.map(({ unended }) => unended.length),
  );
  return sources.map(({ surface, known, isRead }, index) => {
    const answers = (answered[index] ?? []).flatMap((data) => data ?? []);
    const gone = known.filter(({ job }) => isActive(job.status) && isGone(surface, job.id)).map(({ job }) => job.id);
    const search = searches[index]?.data;
    if (!isRead || (isSearch && known.length > 0 && !search)) return undefined;
    return memoShown(surface.id, [known, filter, search, ...answers, ' ', ...gone], () => {
      const newer = new Map(answers.map((data) => [data.job.id, data]));
      const rows = known
        .map((fetched): FetchedJob => {
          const { job } = fetched;
          // The last known status does not apply to a job that no longer exists on the surface.
          return gone.includes(job.id)
            ? { ...fetched, job: { ...job, status: GONE } }
            : withName(newer.get(job.id), fetched);
        })
        .filter(({ job }) => matchesFilter(job.status, filter.statuses));
      return isSearch && search ? search(rows, filter) : rows;
    });
  });
}

/** Splits the items into parts of these sizes. */
function split<Item>(items: readonly Item[], sizes: readonly number[]): Item[][] {
  const rest = [...items];
  return sizes.map((size) => rest.splice(0, size));
}

function withName(newer: FetchedJob | undefined, known: FetchedJob): FetchedJob {
  return newer ? { ...newer, job: titled(newer.job, known.job.metadata?.[LABEL_TITLE] ?? '') } : known;
}

function isNotFound(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
