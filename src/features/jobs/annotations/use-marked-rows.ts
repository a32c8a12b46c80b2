import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useShallow } from 'zustand/react/shallow';
import type { JobFilter } from '@/api/jobs/job-filter';
import { passesMarks } from '@/api/annotations/job-mark';
import { marksOfSurface, useJobMarks } from '@/api/annotations/job-marks';
import { rememberedJobsQuery } from '@/api/storage/history';
import { markedJobsQuery } from '@/api/storage/mark-records';
import type { Surface } from '@/api/surface';
import type { JobsSearch } from '../jobs-search';
import { useRememberedRows } from '../use-history-rows';
import { isMarkFilter, markFilterOf } from './mark-search';

/** The starred, rated and tagged jobs of a server, or all that this browser remembers of it. */
export function useMarkedRows(surface: Surface, search: JobsSearch, filter: JobFilter) {
  const isRead = useJobMarks((state) => state.isRead);
  const marks = useJobMarks(useShallow((state) => marksOfSurface(state, surface.id)));
  const markFilter = markFilterOf(search);
  const ids = marks.filter((mark) => passesMarks(mark, markFilter)).map(({ jobId }) => jobId);
  const isAll = search.kept === true && !isMarkFilter(markFilter);
  const marked = useQuery({ ...markedJobsQuery(surface, ids), placeholderData: keepPreviousData, enabled: !isAll });
  const all = useQuery({ ...rememberedJobsQuery(surface), enabled: isAll });
  const remembered = isAll ? all : marked;
  return {
    marks,
    rows: useRememberedRows(surface, remembered.data, filter),
    isPending: !isRead || remembered.isPending,
    /** Some are known, whether they pass the other filters or not. */
    isAnyKnown: (remembered.data?.length ?? 0) > 0,
  };
}
