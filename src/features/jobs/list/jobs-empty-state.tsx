import { Link } from '@tanstack/react-router';
import { Filter, Inbox } from 'lucide-react';
import { hasFilters, type JobFilter } from '@/domains/jobs/job-filter';
import type { FetchedJob } from '@/api/live/merge-job';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { Button, buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { withoutFilters, type JobsSearch } from '../filters/jobs-search';
import { MIN_DURATION_TEXT } from '../filters/min-duration-text';
import { HistoryList } from './lazy-lists';
import { filterText } from '../filters/status-filters';

export interface JobsEmptyStateProps {
  surface: Surface;
  /** False if the surface does not list jobs at all. */
  isListed: boolean;
  filter: JobFilter;
  search: JobsSearch;
  /** Number of jobs searched locally if the surface cannot search; otherwise `null`. */
  searchedCount: number | null;
  /** Searches older jobs; `null` if there are none. */
  onLoadOlder: (() => void) | null;
  onCancel: (fetched: FetchedJob) => void;
}

/** Empty states of the job list: unsupported, no matches, no jobs. */
export function JobsEmptyState({ isListed, onCancel, ...rest }: JobsEmptyStateProps) {
  if (!isListed) {
    return <HistoryList surface={rest.surface} filter={rest.filter} onCancel={onCancel} />;
  }
  return rest.filter.statuses || hasFilters(rest.filter) ? (
    <NoMatchingJobs {...rest} />
  ) : (
    <NoJobs surface={rest.surface} />
  );
}

function NoJobs({ surface }: { surface: Surface }) {
  return (
    <EmptyState
      icon={<Inbox />}
      title="No jobs yet"
      actions={
        <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
          Open Submit
        </Link>
      }
    >
      Runs appear here as jobs, with progress and outputs. Drop a workflow file anywhere, or start from a sample.
    </EmptyState>
  );
}

/** No job matches the filter, although there may be jobs. */
function NoMatchingJobs({
  surface,
  filter,
  search,
  searchedCount,
  onLoadOlder,
}: Omit<JobsEmptyStateProps, 'isListed' | 'onCancel'>) {
  const isFiltered = hasFilters(filter);
  const searchHere = { to: '/$surface/jobs', params: { surface: surface.id } } as const;
  return (
    <EmptyState
      icon={<Filter />}
      title={noMatchTitle(filter, search.ran)}
      actions={
        <>
          {onLoadOlder ? (
            <Button tone="primary" onClick={onLoadOlder}>
              Search older jobs
            </Button>
          ) : null}
          {isFiltered && filter.statuses ? (
            <>
              <Link {...searchHere} search={withoutFilters(search)} className={buttonClass()}>
                Clear the other filters
              </Link>
              <Link {...searchHere} search={{ ...search, status: undefined }} className={buttonClass()}>
                Search all statuses
              </Link>
            </>
          ) : (
            <Link {...searchHere} search={{}} className={buttonClass()}>
              Show all jobs
            </Link>
          )}
        </>
      }
    >
      {searchedCount === null
        ? filter.text
          ? 'Searches titles, prompts, models, seeds, sizes, node classes, file names, errors and ID prefixes. All words must match.'
          : 'Other jobs are hidden by this filter.'
        : `This server does not support search. Only the ${formatCount(searchedCount, 'loaded job')} were searched: titles, file names and errors, and the inputs of jobs that were submitted in this browser.`}
    </EmptyState>
  );
}

function noMatchTitle({ statuses, text, from, before, title }: JobFilter, ran: JobsSearch['ran']): string {
  const status = statuses ? ` ${filterText(statuses)}` : '';
  const time = from !== null || before !== null ? ' in this date range' : '';
  const kind = `${title === undefined ? '' : ` of the workflow “${title}”`}${time}`;
  const long = ran === undefined ? '' : ` longer than ${MIN_DURATION_TEXT[ran]}`;
  return `No${status} jobs${kind}${long}${text ? ` match “${text}”` : ''}`;
}
