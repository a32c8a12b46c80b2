import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useEffect, useEffectEvent, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { filterKey, hasFilters } from '@/domains/jobs/job-filter';
import type { FetchedJob } from '@/api/live/merge-job';
import { useLiveJobs } from '@/api/live/use-live';
import { surfaceListQuery } from '@/api/surfaces/surface-config';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useNow } from '@/lib/hooks/use-now';
import { maybeSubmitted, useOutboxView } from '@/domains/outbox/outbox-store';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { cancelWithToast } from './job/cancel-with-toast';
import { JobsHeader } from './list/jobs-header';
import { JobsLoading } from './list/jobs-states';
import { JobsList } from './list/jobs-list';
import {
  BulkLayer,
  FilterMenus,
  InputsPending,
  QueueNotice,
  JobsFailed,
  SummaryStrip,
  UnconfirmedSubmissions,
  UnlistedJobs,
} from './list/lazy-parts';
import { AnnotatedList, SavedJobs } from './list/lazy-lists';
import { rowsOf } from './job/list-row';
import { defaultSort, filterOf, startOfDay, type JobsSearch } from './filters/jobs-search';
import { ConnectionBadge } from './connection-badge';
import { useSelection } from './selection/selection-store';
import { useJobServers } from './list/use-job-servers';
import { countOf, UNCONFIRMED } from './filters/status-filters';
import { StatusTabs } from './filters/status-tabs';
import { useJobList } from './list/use-job-list';
import { withoutPulse } from './connection-status';
import { isServerDown } from '@/shared/servers/server-failure';
import { useConnectionStatus } from './use-connection-status';
import { useSetting } from '@/lib/settings/use-setting';
import { timeZoneSetting } from '@/lib/time-zone';
import { JobsEmptyState } from './list/jobs-empty-state';
import { StaleBanner } from './list/stale-banner';
import { ActiveFilters } from './filters/active-filters';
import { lazyPart } from '@/ui/lazy-part';

export { awaitFirstResponses } from './list/preload-list';

const route = getRouteApi('/$surface/jobs');
const AllJobsPage = lazyPart(async () => (await import('./servers/all-jobs-page')).AllJobsPage, {
  fallback: <JobsLoading />,
});
const MINUTE_MS = 60_000;

/** Jobs of the server in the path, or of all servers. */
export function JobsPage() {
  const isAll = route.useSearch({ select: ({ scope }) => scope === 'all' });
  const hasServers = useJobServers().length > 1;
  // Until the list of servers is read, there may be more of them: another page that replaced this one would lose the selection.
  const { isPending } = useQuery({ ...surfaceListQuery(), enabled: isAll });
  return isAll && (hasServers || isPending) ? <AllJobsPage /> : <ServerJobsPage hasServers={hasServers} />;
}

function ServerJobsPage({ hasServers }: { hasServers: boolean }) {
  const surface = useCurrentSurface();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const zone = useSetting(timeZoneSetting);
  const today = startOfDay(useNow(MINUTE_MS), zone);
  const filter = useMemo(() => filterOf(search, today, zone, surface), [search, today, zone, surface]);
  const { head, rows, strays, olderState, rest, loadOlder, hasActive, searchedCount } = useJobList(surface, filter);
  const jobs = rows.map(({ job }) => job);
  const health = useLiveJobs(surface, jobs);
  const connection = useConnectionStatus(head, health, hasActive);
  const status = useQuery(gatewayStatusQuery(surface));
  const allCounts = status.data?.jobs;
  const isPhone = !useMediaQuery('(min-width: 840px)');
  const isWide = useMediaQuery('(min-width: 1100px)');
  const isEmpty = head.data !== undefined && rows.length === 0 && filter.statuses === '' && !hasFilters(filter);
  const isUnconfirmed = search.status === UNCONFIRMED;
  const isMarked = (search.star ?? search.tags ?? search.rated ?? search.kept) !== undefined;
  const maybe = useOutboxView(useShallow(({ entries }) => maybeSubmitted(entries, surface.id)));
  const isAsked = useSelection(({ request }) => request !== null);
  usePageTitle('Jobs');

  const client = useQueryClient();
  const onCancel = useCallback(({ job }: FetchedJob) => void cancelWithToast(client, surface, job), [client, surface]);
  const retry = () => void head.refetch();
  useRefetchOnCountChange(status, hasActive, retry);
  // Keystrokes of a search do not create separate history entries.
  const change = (part: JobsSearch) => void navigate({ search: (known) => ({ ...known, ...part }), replace: true });
  const menus = (
    <FilterMenus surfaces={[surface]} search={search} onChange={change} isSmall={!isWide} isCard={isPhone} />
  );

  return (
    <>
      <JobsHeader
        surface={surface}
        search={search}
        onChange={change}
        hasServers={hasServers}
        isQueue={filter.statuses === 'queued'}
        hasJobs={rows.length > 0}
        menus={isPhone ? menus : null}
      >
        {head.data ? <ConnectionBadge connection={withoutPulse(connection, jobs)} /> : null}
      </JobsHeader>
      <StatusTabs
        surface={surface}
        statuses={isUnconfirmed ? UNCONFIRMED : filter.statuses}
        maybeCount={maybe.length}
        counts={isMarked ? undefined : hasFilters(filter) ? (head.data?.counts ?? undefined) : allCounts}
        areCountsMinimum={!isMarked && hasFilters(filter) && head.data?.areCountsMinimum === true}
        search={search}
      >
        {isPhone ? null : <div className="flex shrink-0 items-center gap-2 pr-5 pl-2">{menus}</div>}
      </StatusTabs>
      {isUnconfirmed ||
      isMarked ||
      isEmpty ||
      (head.data === undefined && head.error) ||
      surface.kind !== 'gateway' ? null : (
        <div className="h-13 shrink-0 border-b border-line md:h-16">
          <SummaryStrip
            surface={surface}
            filter={filter}
            search={search}
            today={today}
            zone={zone}
            hasActive={hasActive}
          />
        </div>
      )}
      {search.ran || search.title ? <ActiveFilters search={search} onChange={change} /> : null}
      <StaleBanner connection={connection} onRetry={retry} />
      <QueueNotice surface={surface} />
      {head.data?.inputsPending ? <InputsPending count={head.data.inputsPending} /> : null}
      {isUnconfirmed || maybe.length > 0 ? (
        <UnconfirmedSubmissions surface={surface} entries={maybe} isAlone={isUnconfirmed} />
      ) : null}
      {isUnconfirmed ? null : isMarked ? (
        <AnnotatedList surface={surface} search={search} filter={filter} onChange={change} onCancel={onCancel} />
      ) : head.data === undefined || (head.isPlaceholderData && rows.length === 0) ? (
        head.error && isServerDown(head.error) ? (
          <SavedJobs surface={surface} filter={filter} error={head.error} onRetry={retry} onCancel={onCancel} />
        ) : head.error ? (
          <JobsFailed error={head.error} onRetry={retry} />
        ) : (
          <JobsLoading />
        )
      ) : rows.length > 0 ? (
        <JobsList
          listKey={filterKey(filter)}
          surface={surface}
          rows={rows}
          olderState={olderState}
          rest={rest}
          onLoadOlder={() => void loadOlder()}
          onCancel={onCancel}
          isCutOff={head.data.isCutOff}
          searchedCount={searchedCount}
          isFiltered={hasFilters(filter)}
          isSearch={filter.text !== ''}
          matchCount={countOf(filter.statuses, hasFilters(filter) ? (head.data.counts ?? undefined) : allCounts)}
          sort={filter.sort}
          onSort={(sort) => change({ sort: sort === defaultSort(search, surface) ? undefined : sort })}
        />
      ) : (
        <JobsEmptyState
          surface={surface}
          isListed={head.data.isListed}
          onCancel={onCancel}
          filter={filter}
          search={search}
          searchedCount={searchedCount}
          onLoadOlder={searchedCount !== null && olderState !== 'end' ? () => void loadOlder() : null}
        />
      )}
      {strays.length > 0 ? <UnlistedJobs surface={surface} ids={strays} /> : null}
      {isAsked || search.compare ? (
        <BulkLayer surface={surface} rows={rowsOf(surface, rows)} compared={search.compare} />
      ) : null}
    </>
  );
}

/**
 * A list without active jobs is not polled (J-3.02), and without a stream nothing reports a new one. The shell polls
 * the job counts: if these change, or if the request fails, the list is refetched.
 */
function useRefetchOnCountChange(
  status: { data?: { jobs: Readonly<Record<string, number>> } | undefined; isError: boolean },
  isPolled: boolean,
  read: () => void,
): void {
  const reported = status.isError ? 'no answer' : status.data ? JSON.stringify(status.data.jobs) : null;
  const seen = useRef(reported);
  const onNews = useEffectEvent(() => {
    if (!isPolled) read();
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = reported;
    if (before !== null && reported !== null && before !== reported) onNews();
  }, [reported]);
}
