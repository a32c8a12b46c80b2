import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useShallow } from 'zustand/react/shallow';
import type { JobFilter } from '@/domains/jobs/job-filter';
import { matchesAnnotations } from '@/domains/annotations/job-annotation';
import { annotationsOfSurface, useJobAnnotations } from '@/domains/annotations/job-annotations';
import { historyJobsQuery } from '@/domains/history/history';
import { annotatedJobsQuery } from '@/domains/annotations/annotation-records';
import type { Surface } from '@/api/surface';
import type { JobsSearch } from '../filters/jobs-search';
import { useHistoryRows } from '../history/use-history-rows';
import { isAnnotationFilter, annotationFilterOf } from './annotation-search';

/** The starred, rated and tagged jobs of a server, or its whole local history. */
export function useAnnotatedRows(surface: Surface, search: JobsSearch, filter: JobFilter) {
  const isRead = useJobAnnotations((state) => state.isRead);
  const marks = useJobAnnotations(useShallow((state) => annotationsOfSurface(state, surface.id)));
  const markFilter = annotationFilterOf(search);
  const ids = marks.filter((mark) => matchesAnnotations(mark, markFilter)).map(({ jobId }) => jobId);
  const isAll = search.kept === true && !isAnnotationFilter(markFilter);
  const marked = useQuery({ ...annotatedJobsQuery(surface, ids), placeholderData: keepPreviousData, enabled: !isAll });
  const all = useQuery({ ...historyJobsQuery(surface), enabled: isAll });
  const remembered = isAll ? all : marked;
  const [rows = []] = useHistoryRows([{ surface, jobs: remembered.data }], filter);
  return {
    marks,
    rows,
    isPending: !isRead || remembered.isPending,
    /** Whether there are any, ignoring the other filters. */
    isAnyKnown: (remembered.data?.length ?? 0) > 0,
  };
}
