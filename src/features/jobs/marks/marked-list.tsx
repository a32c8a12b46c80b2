import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { JobFilter } from '@/api/jobs/job-filter';
import type { JobReading } from '@/api/live/merge-job';
import { countMarks, passesMarks } from '@/api/marks/job-mark';
import { marksOfSurface, useJobMarks } from '@/api/marks/job-marks';
import { rememberedJobsQuery } from '@/api/storage/history';
import { markedJobsQuery } from '@/api/storage/mark-records';
import type { Surface } from '@/api/surface';
import { EmptyState } from '@/ui/empty-state';
import { JobsList } from '../jobs-list';
import { JobsLoading } from '../jobs-pictures';
import type { JobsSearch } from '../jobs-search';
import { useRememberedRows } from '../use-remembered-rows';
import { MarkChips } from './mark-chips';
import { isMarkFilter, markFilterOf } from './mark-search';

interface MarkedListProps {
  surface: Surface;
  search: JobsSearch;
  filter: JobFilter;
  onChange: (change: JobsSearch) => void;
  onCancel: (reading: JobReading) => void;
}

/**
 * The starred, rated and tagged jobs, or all that this browser remembers, however far back the surface lists, and those
 * that it never knew.
 */
export function MarkedList({ surface, search, filter, onChange, onCancel }: MarkedListProps) {
  const isRead = useJobMarks((state) => state.isRead);
  const marks = useJobMarks(useShallow((state) => marksOfSurface(state, surface.id)));
  const markFilter = markFilterOf(search);
  const ids = marks.filter((mark) => passesMarks(mark, markFilter)).map(({ jobId }) => jobId);
  const isAll = search.kept === true && !isMarkFilter(markFilter);
  const marked = useQuery({ ...markedJobsQuery(surface, ids), placeholderData: keepPreviousData, enabled: !isAll });
  const all = useQuery({ ...rememberedJobsQuery(surface), enabled: isAll });
  const remembered = isAll ? all : marked;
  const counts = useMemo(() => countMarks(marks), [marks]);
  const rows = useRememberedRows(surface, remembered.data, filter);
  return (
    <>
      <MarkChips search={search} filter={markFilter} counts={counts} onChange={onChange} />
      {!isRead || remembered.isPending ? (
        <JobsLoading />
      ) : rows.length > 0 ? (
        <JobsList surface={surface} rows={rows} onCancel={onCancel} />
      ) : (
        <EmptyState
          icon={<Star />}
          title={remembered.data?.length ? 'No matches with the current filters' : 'No matching jobs'}
        >
          Stars, ratings and tags are stored in this browser only. Add them from a row menu, a job page or the selection
          bar.
        </EmptyState>
      )}
    </>
  );
}
