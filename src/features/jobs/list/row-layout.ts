import { classNames } from '@/lib/class-names';

/** Columns of header and rows, set by `columnTracks`; on phones, rows are cards. */
export const ROW_GRID =
  'md:grid-cols-[var(--job-columns,minmax(0,1.1fr)_100px_minmax(0,1fr)_80px_84px_60px)] lg:grid-cols-[var(--job-columns-wide,minmax(0,1.5fr)_116px_minmax(0,2fr)_88px_104px_64px)] min-[1900px]:grid-cols-[var(--job-columns-wide,minmax(0,560px)_160px_minmax(0,1fr)_120px_160px_64px)] md:gap-x-3 lg:gap-x-4 md:pr-5 md:pl-11';

/** Row of the table, or card on phones; also used for the loading state. */
export const ROW_LAYOUT = classNames(
  'relative grid h-24 max-md:grid-rows-[44px_36px] max-md:content-center max-md:compact:h-19 max-md:compact:grid-rows-[36px_32px] max-md:compact:gap-y-0 md:compact:h-10 grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line pr-4 pl-12 md:h-15',
  ROW_GRID,
);
