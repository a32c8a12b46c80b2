import { Star } from 'lucide-react';
import { useMemo } from 'react';
import type { JobFilter } from '@/domains/jobs/job-filter';
import type { FetchedJob } from '@/api/live/merge-job';
import { countAnnotations } from '@/domains/annotations/job-annotation';
import type { Surface } from '@/api/surface';
import { EmptyState } from '@/ui/empty-state';
import { keptWhere } from '@/shared/annotations/kept-where';
import { JobsList } from './jobs-list';
import { JobsLoading } from './jobs-states';
import type { JobsSearch } from '../filters/jobs-search';
import { AnnotationChips } from '../annotations/annotation-chips';
import { annotationFilterOf } from '../annotations/annotation-search';
import { useAnnotatedRows } from '../annotations/use-annotated-rows';

export interface AnnotatedListProps {
  surface: Surface;
  search: JobsSearch;
  filter: JobFilter;
  onChange: (change: JobsSearch) => void;
  onCancel: (fetched: FetchedJob) => void;
}

/**
 * The starred, rated and tagged jobs, or the whole local history, regardless of how far back the surface lists its
 * jobs.
 */
export function AnnotatedList({ surface, search, filter, onChange, onCancel }: AnnotatedListProps) {
  const { marks, rows, isPending, isAnyKnown } = useAnnotatedRows(surface, search, filter);
  const counts = useMemo(() => countAnnotations(marks), [marks]);
  return (
    <>
      <AnnotationChips search={search} filter={annotationFilterOf(search)} counts={counts} onChange={onChange} />
      {isPending ? (
        <JobsLoading />
      ) : rows.length > 0 ? (
        // A batch that hides its starred jobs would be no answer.
        <JobsList surface={surface} rows={rows} onCancel={onCancel} isSearch />
      ) : (
        <EmptyState icon={<Star />} title={isAnyKnown ? 'No matches with the current filters' : 'No matching jobs'}>
          Add stars, ratings and tags from a row menu, a job page or the selection bar. {keptWhere(surface)}
        </EmptyState>
      )}
    </>
  );
}
