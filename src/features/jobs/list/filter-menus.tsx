import { ArrowDownWideNarrow } from 'lucide-react';
import type { JobSort } from '@contract/console/job-sorts';
import type { Surface } from '@/api/surface';
import { Select } from '@/ui/input/select';
import { defaultSort, type JobsSearch } from '../filters/jobs-search';
import { AnnotationsMenu } from '../annotations/annotations-menu';
import { useListView } from '../view/list-view';
import { applyView, currentView, JOBS_VIEW } from '../view/saved-views';
import { ViewMenu } from '../view/view-menu';
import { isKeyOf } from '@contract/typed-objects';
import { PeriodSelect } from '@/shared/page/period-select';
import { SavedViewsMenu } from '@/shared/saved-views/saved-views-menu';

const SORTS: Record<JobSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  title: 'Title A to Z',
  title_reversed: 'Title Z to A',
  status: 'Status, active first',
  status_reversed: 'Status, succeeded first',
  longest_run: 'Longest run',
  shortest_run: 'Shortest run',
  longest_wait: 'Longest wait',
  shortest_wait: 'Shortest wait',
  queue: 'Queue order',
};

export interface FilterMenusProps {
  surfaces: readonly Surface[];
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  /** Renders icon buttons, for narrow layouts. */
  isSmall: boolean;
  /** Whether the rows are cards, which have no columns. */
  isCard: boolean;
}

/**
 * Menus for annotations, time, order and view. In a separate file, so that the first rows do not wait for their code.
 */
export function FilterMenus({ surfaces, search, onChange, isSmall, isCard }: FilterMenusProps) {
  const look = useListView();
  const [surface = null] = surfaces.length === 1 ? surfaces : [];
  const usualSort = defaultSort(search, surface);
  const sort = search.sort ?? usualSort;
  const typical = isSmall ? 'field' : 'quiet';
  return (
    <>
      <AnnotationsMenu surfaces={surfaces} search={search} onChange={onChange} isSmall={isSmall} />
      <PeriodSelect
        aria-label="Submitted"
        noun="jobs"
        date="By submission date"
        search={search}
        onChange={onChange}
        isIcon={isSmall}
        unset={typical}
        className={isSmall ? undefined : 'md:w-auto'}
      />
      <Select
        aria-label="Order"
        icon={<ArrowDownWideNarrow aria-hidden />}
        isIcon={isSmall}
        tone={sort === usualSort ? typical : 'set'}
        value={sort}
        options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
        onValueChange={(value) => onChange({ sort: value !== usualSort && isKeyOf(SORTS, value) ? value : undefined })}
        className={isSmall ? undefined : 'md:w-auto'}
      />
      <SavedViewsMenu
        format={JOBS_VIEW}
        shown={currentView(search, look)}
        onApply={(view) => onChange(applyView(view))}
        isSmall={isSmall}
      />
      <ViewMenu search={search} onChange={onChange} isSmall={isSmall} isCard={isCard} />
    </>
  );
}
