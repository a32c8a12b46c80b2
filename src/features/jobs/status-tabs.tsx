import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import type { JobsSearch } from './jobs-search';
import { countOf, filterText, formatCount, MAYBE_FILTER, STATUS_FILTERS } from './status-filters';

interface StatusTabsProps {
  surface: Surface;
  /** The filter in force: a comma list, empty for all. */
  statuses: string;
  /** By status; undefined where the surface does not count. */
  counts: Readonly<Record<string, number>> | undefined;
  /** There may be more than were counted. */
  areCountsMinimum: boolean;
  /** Submissions that may have become jobs. */
  maybeCount: number;
  /** What else the address holds; a tab keeps it. */
  search: JobsSearch;
  /** At the end of the row. */
  children?: ReactNode;
}

/** Filters as links: the address holds the filter, and each opens in a new tab like any other link. */
export function StatusTabs({
  surface,
  statuses,
  counts,
  areCountsMinimum,
  maybeCount,
  search,
  children,
}: StatusTabsProps) {
  const known = [...STATUS_FILTERS, MAYBE_FILTER];
  const isListed = known.some((filter) => filter.statuses === statuses);
  const filters = isListed ? known : [...known, { label: filterText(statuses), statuses }];
  return (
    <div className="flex h-10 shrink-0 items-stretch border-b border-line">
      <nav
        aria-label="Filter by status"
        className="flex min-w-0 flex-1 items-stretch gap-0.5 overflow-x-auto px-1.5 [scrollbar-width:none] md:px-2.5"
      >
        {filters.map((filter) => {
          const count = filter === MAYBE_FILTER ? maybeCount : countOf(filter.statuses, counts);
          const isMinimum = areCountsMinimum && filter !== MAYBE_FILTER;
          const isCurrent = filter.statuses === statuses;
          // Rare on most surfaces: shown when there is something behind it.
          const isRare = filter === MAYBE_FILTER || filter.statuses === 'expired';
          if (isRare && !isCurrent && !count) return null;
          return (
            <Link
              key={filter.statuses}
              to="/$surface/jobs"
              params={{ surface: surface.id }}
              search={{ ...search, status: filter.statuses || undefined }}
              aria-current={isCurrent ? 'page' : undefined}
              ref={isCurrent ? bringIntoView : undefined}
              className={classNames(
                'flex shrink-0 items-center gap-1.5 border-b-2 px-2.5 pt-0.5 focus-visible:-outline-offset-3',
                isCurrent ? 'border-text text-text' : 'border-transparent text-muted hover:text-text',
              )}
            >
              {filter.label}
              {/* At least none says nothing. */}
              {count === null || (isMinimum && count === 0) ? null : (
                <span className={classNames('text-sm', filter === MAYBE_FILTER ? 'text-warn' : 'text-faint')}>
                  {formatCount(count, isMinimum)}
                </span>
              )}
            </Link>
          );
        })}
      </nav>
      {children}
    </div>
  );
}

/** The row of tabs may be wider than its place. */
/** With the next frame, which lays the page out anyway: asked for in the middle of a commit, that would be done twice. */
function bringIntoView(tab: HTMLElement | null): (() => void) | undefined {
  if (!tab) return undefined;
  const frame = requestAnimationFrame(() => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  return () => cancelAnimationFrame(frame);
}
