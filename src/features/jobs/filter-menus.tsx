import { ArrowDownWideNarrow, Calendar } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { JobSort } from '@contract/console/job-sorts';
import type { Surface } from '@/api/surface';
import { lazyPart } from '@/lib/lazy-part';
import { Select, type SelectOption } from '@/ui/select';
import { formatDateRange, PERIOD_WORDS } from './date-range-text';
import { PERIODS, type JobsSearch } from './jobs-search';
import { AnnotationsMenu } from './annotations/annotations-menu';
import { ViewMenu } from './view/view-menu';

const DaysDialog = lazyPart(async () => (await import('./date-range-dialog')).DaysDialog);

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
};

const ANY_TIME = 'any';
const DAYS = 'days';

interface FilterMenusProps {
  surfaces: readonly Surface[];
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  /** As icons, where there is little room. */
  isSmall: boolean;
  /** Of rows that are cards: they have no columns. */
  isCard: boolean;
}

/** Marks, time, order and view. A file of its own: menus are more code than the first rows should wait for. */
export function FilterMenus({ surfaces, search, onChange, isSmall, isCard }: FilterMenusProps) {
  const [isChoosing, setChoosing] = useState(false);
  const days = formatDateRange(search);
  const periods: SelectOption[] = [
    { value: ANY_TIME, label: 'Any time' },
    ...PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] })),
    ...(days === null ? [] : [{ value: DAYS, label: days }]),
    { value: 'choose', label: days === null ? 'Custom range…' : 'Change range…' },
  ];
  const setPeriod = (value: string) => {
    if (value === 'choose') setChoosing(true);
    else if (value !== DAYS) {
      onChange({ period: PERIODS.find((period) => period === value), from: undefined, to: undefined });
    }
  };
  const period = days === null ? (search.period ?? ANY_TIME) : DAYS;
  const sort = search.sort ?? 'newest';
  const usual = isSmall ? 'field' : 'quiet';
  return (
    <>
      <AnnotationsMenu surfaces={surfaces} search={search} onChange={onChange} isSmall={isSmall} />
      <Select
        aria-label="Submitted"
        icon={<Calendar aria-hidden />}
        isIcon={isSmall}
        tone={period === ANY_TIME ? usual : 'set'}
        value={period}
        options={periods}
        onValueChange={setPeriod}
        className={isSmall ? undefined : 'md:w-auto'}
      />
      <Select
        aria-label="Order"
        icon={<ArrowDownWideNarrow aria-hidden />}
        isIcon={isSmall}
        tone={sort === 'newest' ? usual : 'set'}
        value={sort}
        options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
        onValueChange={(value) => onChange({ sort: value === 'newest' ? undefined : (value as JobSort) })}
        className={isSmall ? undefined : 'md:w-auto'}
      />
      <ViewMenu search={search} onChange={onChange} isSmall={isSmall} isCard={isCard} />
      {isChoosing ? (
        <Suspense fallback={null}>
          <DaysDialog search={search} onChange={onChange} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
