import { ArrowDownWideNarrow } from 'lucide-react';
import type { JobSort } from '@contract/console/job-sorts';
import type { Surface } from '@/api/surface';
import { msg, t, type Message } from '@/lib/i18n/messages';
import { Select } from '@/ui/input/select';
import { defaultSort, type JobsSearch } from '../filters/jobs-search';
import { AnnotationsMenu } from '../annotations/annotations-menu';
import { useListView } from '../view/list-view';
import { applyView, currentView, JOBS_VIEW } from '../view/saved-views';
import { ViewMenu } from './view-menu';
import { isKeyOf } from '@contract/typed-objects';
import { PeriodSelect } from '@/shared/page/period-select';
import { SavedViewsMenu } from '@/shared/saved-views/saved-views-menu';

const SORTS: Record<JobSort, Message> = {
  newest: msg('Newest first'),
  oldest: msg('Oldest first'),
  title: msg('Title A to Z'),
  title_reversed: msg('Title Z to A'),
  status: msg('Status, active first'),
  status_reversed: msg('Status, succeeded first'),
  longest_run: msg('Longest run'),
  shortest_run: msg('Shortest run'),
  longest_wait: msg('Longest wait'),
  shortest_wait: msg('Shortest wait'),
  queue: msg('Queue order'),
};

export interface FilterMenusProps {
  surfaces: readonly Surface[];
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  /** Renders icon buttons, for narrow layouts. */
  isSmall: boolean;
  /** Whether the rows are cards, which have no columns. */
  isCard: boolean;
  /** Whether batches are filtered, which have dates only. */
  isBatches: boolean;
}

/**
 * Menus for annotations, time, order and view. In a separate file, so that the first rows do not wait for their code.
 */
export function FilterMenus({ surfaces, search, onChange, isSmall, isCard, isBatches }: FilterMenusProps) {
  const look = useListView();
  const [surface = null] = surfaces.length === 1 ? surfaces : [];
  const usualSort = defaultSort(search, surface);
  const sort = search.sort ?? usualSort;
  const typical = isSmall ? 'field' : 'quiet';
  const period = (
    <PeriodSelect
      aria-label={isBatches ? t('Started') : t('Submitted')}
      noun={isBatches ? 'batches' : 'jobs'}
      date={isBatches ? t('By start date') : t('By submission date')}
      search={search}
      onChange={onChange}
      isIcon={isSmall}
      unset={typical}
      className={isSmall ? undefined : 'md:w-auto'}
    />
  );
  if (isBatches) return period;
  return (
    <>
      <AnnotationsMenu surfaces={surfaces} search={search} onChange={onChange} isSmall={isSmall} />
      {period}
      <Select
        aria-label={t('Order')}
        icon={<ArrowDownWideNarrow aria-hidden />}
        isIcon={isSmall}
        tone={sort === usualSort ? typical : 'set'}
        value={sort}
        options={Object.entries(SORTS).map(([value, label]) => ({ value, label: t(label) }))}
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
