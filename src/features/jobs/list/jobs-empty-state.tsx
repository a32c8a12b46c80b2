import { Link } from '@tanstack/react-router';
import { Filter, Inbox, ListX, Star, Unplug } from 'lucide-react';
import { hasFilters, type JobFilter } from '@/domains/jobs/job-filter';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { keptWhere } from '@/shared/annotations/kept-where';
import { Button, buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { isMarked, withoutFilters, type JobsSearch } from '../filters/jobs-search';
import { MIN_DURATION_TEXT } from '../filters/min-duration-text';
import type { ServerList } from './server-list';
import { filterText } from '../filters/status-filters';

export interface JobsEmptyStateProps {
  /** Of the page. */
  surface: Surface;
  /** Those whose jobs are listed. */
  servers: readonly Surface[];
  /** Of the list of one server; that of several servers is listed, or all of them failed. */
  state: ServerList['state'];
  filter: JobFilter;
  search: JobsSearch;
  /** Number of jobs searched locally if the server cannot search; otherwise `null`. */
  searchedCount: number | null;
  /** Searches older jobs; `null` if there are none. */
  onLoadOlder: (() => void) | null;
}

/** Empty states of the job list: unsupported, no matches, no jobs. */
export function JobsEmptyState(props: JobsEmptyStateProps) {
  const { surface, servers, state, filter, search } = props;
  if (isMarked(search)) {
    return (
      <EmptyState
        icon={<Star />}
        title={filter.statuses || hasFilters(filter) ? t('No matches with the current filters') : t('No matching jobs')}
      >
        {t('Add stars, ratings and tags from a row menu, a job page or the selection bar.')} {keptWhere(...servers)}
      </EmptyState>
    );
  }
  if (state === 'failed') {
    return (
      <EmptyState icon={<Unplug />} title={t('Could not load jobs')}>
        {t('No server returned its jobs. Submitted jobs are saved on the servers. Retrying automatically.')}
      </EmptyState>
    );
  }
  if (filter.statuses || hasFilters(filter)) return <NoMatchingJobs {...props} />;
  if (state === 'unlisted') {
    return (
      <EmptyState icon={<ListX />} title={t('This server does not list jobs')}>
        {t('Open a job by its URL. Jobs you submit or open in this browser appear here.')}
      </EmptyState>
    );
  }
  return <NoJobs surface={surface} search={search} />;
}

function NoJobs({ surface, search }: Pick<JobsEmptyStateProps, 'surface' | 'search'>) {
  return (
    <EmptyState
      icon={<Inbox />}
      title={t('No jobs yet')}
      actions={
        <>
          <Link to="/$surface/submit" params={{ surface: surface.id }} className={buttonClass({ tone: 'primary' })}>
            {t('Open Submit')}
          </Link>
          {search.servers ? (
            <Link
              to="/$surface/jobs"
              params={{ surface: surface.id }}
              search={{ scope: search.scope }}
              className={buttonClass()}
            >
              {t('Show all servers')}
            </Link>
          ) : null}
        </>
      }
    >
      {t('Runs appear here as jobs, with progress and outputs. Drop a workflow file anywhere, or start from a sample.')}
    </EmptyState>
  );
}

/** No job matches the filter, although there may be jobs. */
function NoMatchingJobs({ surface, filter, search, searchedCount, onLoadOlder }: JobsEmptyStateProps) {
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
              {t('Search older jobs')}
            </Button>
          ) : null}
          {isFiltered && filter.statuses ? (
            <>
              <Link {...searchHere} search={withoutFilters(search)} className={buttonClass()}>
                {t('Clear the other filters')}
              </Link>
              <Link {...searchHere} search={{ ...search, status: undefined }} className={buttonClass()}>
                {t('Search all statuses')}
              </Link>
            </>
          ) : (
            <Link {...searchHere} search={{ scope: search.scope }} className={buttonClass()}>
              {t('Show all jobs')}
            </Link>
          )}
        </>
      }
    >
      {searchedCount === null
        ? filter.text
          ? t(
              'Searches titles, prompts, models, seeds, sizes, node classes, file names, errors and ID prefixes. All words must match.',
            )
          : t('Other jobs are hidden by this filter.')
        : t(
            'This server does not support search. Only the {count, plural, one {# loaded job} other {# loaded jobs}} were searched: titles, file names and errors, and the inputs of jobs that were submitted in this browser.',
            { count: searchedCount },
          )}
    </EmptyState>
  );
}

function noMatchTitle(
  { statuses, text, from, before, title, workflowOf, promptOf }: JobFilter,
  ran: JobsSearch['ran'],
): string {
  const given = (isGiven: boolean) => (isGiven ? 'yes' : 'no');
  return t(
    'No{hasStatus, select, yes { {statuses}} other {}} jobs{hasTitle, select, yes { of the workflow “{title}”} other {}}{hasWorkflow, select, yes { with the same workflow} other {}}{hasPrompt, select, yes { with the same prompt} other {}}{hasDates, select, yes { in this date range} other {}}{hasDuration, select, yes { longer than {duration}} other {}}{hasText, select, yes { match “{text}”} other {}}',
    {
      hasStatus: given(statuses !== ''),
      statuses: filterText(statuses),
      hasTitle: given(title !== undefined),
      title: title ?? '',
      hasWorkflow: given(workflowOf !== undefined),
      hasPrompt: given(promptOf !== undefined),
      hasDates: given(from !== null || before !== null),
      hasDuration: given(ran !== undefined),
      duration: ran === undefined ? '' : t(MIN_DURATION_TEXT[ran]),
      hasText: given(text !== ''),
      text,
    },
  );
}
