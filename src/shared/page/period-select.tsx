import { Calendar } from 'lucide-react';
import { useState } from 'react';
import { PERIOD_LABELS, PERIODS } from '@/lib/days';
import { t } from '@/lib/i18n/messages';
import { Select, type SelectOption } from '@/ui/input/select';
import { DateRangeDialog } from './date-range-dialog';
import { formatDateRange, type DateRange } from './date-range';

const ANY_TIME = 'any';
const DAYS = 'days';

interface PeriodSelectProps {
  'aria-label': string;
  search: DateRange;
  onChange: (change: DateRange) => void;
  /** What is listed. */
  noun: 'jobs' | 'files' | 'batches';
  /** Which date counts, such as `By submission date`. */
  date: string;
  /** Shows the icon only, for narrow layouts. */
  isIcon: boolean;
  /** While nothing is chosen. */
  unset: 'field' | 'quiet';
  className?: string | undefined;
}

/** Filters a list by its last days, or by a first and last day that a dialog asks for. */
export function PeriodSelect({ search, onChange, noun, date, isIcon, unset, ...select }: PeriodSelectProps) {
  const [isChoosing, setChoosing] = useState(false);
  const days = formatDateRange(search);
  const options: SelectOption[] = [
    { value: ANY_TIME, label: t('Any time') },
    ...PERIODS.map((value) => ({ value, label: t(PERIOD_LABELS[value]) })),
    ...(days === null ? [] : [{ value: DAYS, label: days }]),
    { value: 'choose', label: days === null ? t('Custom range…') : t('Change range…') },
  ];
  const choose = (value: string) => {
    if (value === 'choose') setChoosing(true);
    else if (value !== DAYS) {
      onChange({ period: PERIODS.find((period) => period === value), from: undefined, to: undefined });
    }
  };
  const value = days === null ? (search.period ?? ANY_TIME) : DAYS;
  return (
    <>
      <Select
        {...select}
        icon={<Calendar aria-hidden />}
        isIcon={isIcon}
        tone={value === ANY_TIME ? unset : 'set'}
        value={value}
        options={options}
        onValueChange={choose}
      />
      {isChoosing ? (
        <DateRangeDialog
          range={search}
          noun={noun}
          date={date}
          onChange={onChange}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}
