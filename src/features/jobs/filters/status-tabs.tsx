import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { pageTab } from '@/shared/page/page-tab';
import type { JobsSearch } from './jobs-search';
import { BATCHES, countOf, filterText, formatCount, TABS, UNCONFIRMED } from './status-filters';

interface StatusTabsProps {
  surface: Surface;
  /** Current tab, by its comma-separated statuses; empty for all. */
  statuses: string;
  /** By status; `undefined` if the surface does not count. */
  counts: Readonly<Record<string, number>> | undefined;
  /** Whether there may be more than were counted. */
  areCountsMinimum: boolean;
  /** Number of unconfirmed submissions. */
  maybeCount: number;
  /** Other search params, which the links of the tabs preserve. */
  search: JobsSearch;
  /** Shown at the end of the row. */
  children?: ReactNode;
}

/** Filters as links: the URL contains the filter, and each tab can be opened in a new browser tab. */
export function StatusTabs({
  surface,
  statuses,
  counts,
  areCountsMinimum,
  maybeCount,
  search,
  children,
}: StatusTabsProps) {
  const known = TABS.map(({ label, statuses }) => ({ label: t(label), statuses }));
  const isListed = known.some((filter) => filter.statuses === statuses);
  const filters = isListed ? known : [...known, { label: filterText(statuses), statuses }];
  return (
    <div className="flex h-10 shrink-0 items-stretch border-b border-line">
      <nav
        aria-label={t('Jobs by status, and batches')}
        className="flex min-w-0 flex-1 items-stretch gap-0.5 overflow-x-auto px-1.5 [scrollbar-width:none] md:px-2.5"
      >
        {filters.map((filter) => {
          const isUnconfirmed = filter.statuses === UNCONFIRMED;
          const isBatches = filter.statuses === BATCHES;
          const count = isUnconfirmed ? maybeCount : isBatches ? null : countOf(filter.statuses, counts);
          const isMinimum = areCountsMinimum && !isUnconfirmed;
          const isCurrent = filter.statuses === statuses;
          // Rare on most surfaces: only shown if there are any.
          const isRare = isUnconfirmed || filter.statuses === 'expired';
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
                pageTab(isCurrent),
                isBatches && 'relative ml-2 before:absolute before:-left-1 before:h-4 before:w-px before:bg-line',
              )}
            >
              {filter.label}
              {/* "0+" is meaningless. */}
              {count === null || (isMinimum && count === 0) ? null : (
                <span
                  className={classNames(
                    'text-sm',
                    isUnconfirmed ? 'text-warn' : 'text-faint',
                    // Leaves room for the last tab.
                    count === 0 && 'max-xl:hidden',
                  )}
                >
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

/**
 * Scrolls the tab into view, since the row may be wider than its container. Deferred to the next frame: during a
 * commit, it would force an additional layout.
 */
function bringIntoView(tab: HTMLElement | null): (() => void) | undefined {
  if (!tab) return undefined;
  const frame = requestAnimationFrame(() => tab.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
  return () => cancelAnimationFrame(frame);
}
