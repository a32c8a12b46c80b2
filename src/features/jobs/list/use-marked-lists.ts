import { useQueries } from '@tanstack/react-query';
import { useShallow } from 'zustand/react/shallow';
import type { Surface } from '@/api/surface';
import { annotatedJobsQuery } from '@/domains/annotations/annotation-records';
import { matchesAnnotations } from '@/domains/annotations/job-annotation';
import { annotationsOfSurface, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { historyJobsQuery } from '@/domains/history/history';
import type { JobFilter } from '@/domains/jobs/job-filter';
import { useMemoBy } from '@/lib/hooks/use-memo-by';
import { annotationFilterOf, isAnnotationFilter } from '../annotations/annotation-search';
import type { JobsSearch } from '../filters/jobs-search';
import { useHistoryRows } from '../history/use-history-rows';
import type { ServerList } from './server-list';
import { usePreviousData } from './use-server-lists';

/**
 * Returns lists of the starred, rated and tagged jobs of the servers, or of their whole local history, regardless of
 * how far back the servers list their jobs.
 */
export function useMarkedLists(
  servers: readonly Surface[],
  search: JobsSearch,
  filter: JobFilter,
): readonly ServerList[] {
  const isRead = useJobAnnotations((state) => state.isRead);
  const marks = useJobAnnotations(useShallow((state) => servers.flatMap(({ id }) => annotationsOfSurface(state, id))));
  const memoList = useMemoBy<ServerList>();
  const memoAll = useMemoBy<readonly ServerList[]>();
  const markFilter = annotationFilterOf(search);
  const isAll = search.kept === true && !isAnnotationFilter(markFilter);
  const marked = useQueries({
    queries: servers.map((surface) => {
      const own = marks.filter((mark) => mark.surfaceId === surface.id && matchesAnnotations(mark, markFilter));
      return {
        ...annotatedJobsQuery(
          surface,
          own.map(({ jobId }) => jobId),
        ),
        enabled: !isAll,
      };
    }),
  });
  const all = useQueries({ queries: servers.map((surface) => ({ ...historyJobsQuery(surface), enabled: isAll })) });
  const previous = usePreviousData(servers, marked);
  const remembered = isAll ? all.map(({ data }) => data) : previous;
  const rows = useHistoryRows(
    servers.map((surface, index) => ({ surface, jobs: remembered[index] })),
    filter,
  );
  const lists = servers.map((surface, index) => {
    const own = rows[index] ?? NO_ROWS;
    const isPending = !isRead || rows[index] === undefined;
    return memoList(surface.id, [surface, own, isPending], () => ({
      ...NO_LIST,
      surface,
      rows: own,
      state: isPending ? 'loading' : 'listed',
    }));
  });
  return memoAll('', lists, () => lists);
}

const NO_ROWS: ServerList['rows'] = [];

const NO_LIST: Omit<ServerList, 'surface' | 'rows' | 'state'> = {
  isKnown: true,
  error: null,
  updatedAt: 0,
  olderState: 'end',
  isLate: false,
  last: null,
  hasActive: false,
  searchedCount: null,
  isCutOff: false,
  counts: null,
  areCountsMinimum: false,
  inputsPending: 0,
  rest: null,
  loadOlder: () => {},
  loadAll: null,
  retry: () => {},
};
