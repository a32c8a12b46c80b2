import { ArrowDownWideNarrow, Calendar } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { JobSort } from '@/api/jobs/job-filter';
import { formatDate } from '@/lib/format';
import { Select, type SelectOption } from '@/ui/select';
import { PERIODS, readDay, type JobsSearch, type Period } from './jobs-search';

const DaysDialog = lazy(async () => ({ default: (await import('./days-dialog')).DaysDialog }));

const SORTS: Record<JobSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  longest_run: 'Longest run',
  longest_wait: 'Longest wait',
};

const ANY_TIME = 'any';
const DAYS = 'days';

const PERIOD_WORDS: Record<Period, string> = { today: 'Today', '7d': 'Last 7 days', '30d': 'Last 30 days' };

interface FilterMenusProps {
  search: JobsSearch;
  onChange: (change: JobsSearch) => void;
  /** As icons, beside the search field of a phone. */
  isSmall: boolean;
}

/** Time and order. A file of its own: menus are more code than the first rows should wait for. */
export function FilterMenus({ search, onChange, isSmall }: FilterMenusProps) {
  const [isChoosing, setChoosing] = useState(false);
  const days = daysWords(search);
  const periods: SelectOption[] = [
    { value: ANY_TIME, label: 'Any time' },
    ...PERIODS.map((value) => ({ value, label: PERIOD_WORDS[value] })),
    ...(days === null ? [] : [{ value: DAYS, label: days }]),
    { value: 'choose', label: days === null ? 'Choose days…' : 'Choose other days…' },
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
      <Select
        aria-label="Submitted"
        icon={<Calendar aria-hidden />}
        isIcon={isSmall}
        tone={period === ANY_TIME ? usual : 'set'}
        value={period}
        options={periods}
        onValueChange={setPeriod}
        className="md:w-auto"
      />
      <Select
        aria-label="Order"
        icon={<ArrowDownWideNarrow aria-hidden />}
        isIcon={isSmall}
        tone={sort === 'newest' ? usual : 'set'}
        value={sort}
        options={Object.entries(SORTS).map(([value, label]) => ({ value, label }))}
        onValueChange={(value) => onChange({ sort: value === 'newest' ? undefined : (value as JobSort) })}
        className="md:w-auto"
      />
      {isChoosing ? (
        <Suspense fallback={null}>
          <DaysDialog search={search} onChange={onChange} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** `20 Nov 2026 to 21 Nov 2026`; null where no days are chosen. */
function daysWords({ from, to }: JobsSearch): string | null {
  const first = from === undefined ? null : readDay(from);
  const last = to === undefined ? null : readDay(to);
  if (first !== null && last !== null) {
    return first === last ? formatDate(first) : `${formatDate(first)} to ${formatDate(last)}`;
  }
  if (first !== null) return `Since ${formatDate(first)}`;
  return last === null ? null : `Until ${formatDate(last)}`;
}
