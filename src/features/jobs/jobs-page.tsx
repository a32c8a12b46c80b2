import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isApiError } from '@/api/api-error';
import { gatewayStatusQuery } from '@/api/gateway-status';
import { filterKey, isNarrow } from '@/api/jobs/job-filter';
import type { FetchedJob } from '@/api/live/merge-job';
import { useLiveJobs } from '@/api/live/use-live';
import { lazyPart } from '@/lib/lazy-part';
import { useMediaQuery } from '@/lib/use-media-query';
import { useNow } from '@/lib/use-now';
import { maybeSubmitted, useOutboxView } from '@/api/outbox/outbox-store';
import { useCurrentSurface } from '@/shared/use-current-surface';
import { usePageTitle } from '@/shared/use-page-title';
import { cancelRow } from './cancel-row';
import { JobsHeader } from './jobs-header';
import { JobsFailed, JobsLoading } from './jobs-states';
import { JobsList } from './jobs-list';
import { rowsOf } from './list-row';
import { filterOf, startOfDay, type JobsSearch } from './jobs-search';
import { LivenessBadge } from './liveness-badge';
import { useSelection } from './selection/selection-store';
import { useJobServers } from './servers/use-job-servers';
import { countOf, MAYBE } from './status-filters';
import { StatusTabs } from './status-tabs';
import { SummaryStrip } from './summary-strip';
import { useJobList } from './use-job-list';
import { useLiveness } from './use-liveness';
import { useReadOnNewCounts } from './use-refetch-on-count-change';
import { useListView } from './view/list-view';

export { awaitFirstResponses } from './preload-list';

const route = getRouteApi('/$surface/jobs');
const AllJobsPage = lazy(async () => ({ default: (await import('./servers/all-jobs-page')).AllJobsPage }));
/** Most visits have none: their words come with the first. */
const MaybeSubmitted = lazyPart(async () => (await import('./maybe-submitted')).MaybeSubmitted);
const MarkedList = lazyPart(async () => (await import('./annotations/annotated-list')).MarkedList);
const NoRows = lazyPart(async () => (await import('./jobs-empty-state')).NoRows);
const FilterMenus = lazyPart(async () => (await import('./filter-menus')).FilterMenus);
const SavedJobs = lazyPart(async () => (await import('./saved-jobs')).SavedJobs);
const StrayJobs = lazyPart(async () => (await import('./unlisted-jobs')).StrayJobs);
/** Always there, so that its code has come before the gateway goes. */
const StaleBanner = lazyPart(async () => (await import('./stale-banner')).StaleBanner);
const NarrowedBy = lazyPart(async () => (await import('./active-filters')).NarrowedBy);
const BulkLayer = lazyPart(async () => (await import('./selection/bulk-layer')).BulkLayer);

const MINUTE_MS = 60_000;

/** The jobs of the server in the path, or of all servers. */
export function JobsPage() {
  const isAll = route.useSearch({ select: ({ scope }) => scope === 'all' });
  const hasServers = useJobServers().length > 1;
  return isAll && hasServers ? (
    <Suspense fallback={<JobsLoading />}>
      <AllJobsPage />
    </Suspense>
  ) : (
    <ServerJobsPage hasServers={hasServers} />
  );
}

function ServerJobsPage({ hasServers }: { hasServers: boolean }) {
  const surface = useCurrentSurface();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const zone = useListView(({ timeZone }) => timeZone);
  const today = startOfDay(useNow(MINUTE_MS), zone);
  const filter = useMemo(() => filterOf(search, today, zone), [search, today, zone]);
  const { head, rows, strays, olderState, rest, loadOlder, hasActive, searchedCount } = useJobList(surface, filter);
  const health = useLiveJobs(
    surface,
    rows.map(({ job }) => job),
  );
  const liveness = useLiveness(head, health, hasActive);
  const status = useQuery(gatewayStatusQuery(surface));
  const allCounts = status.data?.jobs;
  const isPhone = !useMediaQuery('(min-width: 840px)');
  const isWide = useMediaQuery('(min-width: 1100px)');
  const isEmpty = head.data !== undefined && rows.length === 0 && filter.statuses === '' && !isNarrow(filter);
  const isMaybe = search.status === MAYBE;
  const isMarked = (search.star ?? search.tags ?? search.rated ?? search.kept) !== undefined;
  const maybe = useOutboxView(useShallow(({ entries }) => maybeSubmitted(entries, surface.id)));
  const isAsked = useSelection(({ request }) => request !== null);
  usePageTitle('Jobs');

  const client = useQueryClient();
  const onCancel = useCallback((reading: FetchedJob) => void cancelRow(client, surface, reading), [client, surface]);
  const retry = () => void head.refetch();
  useReadOnNewCounts(status, hasActive, retry);
  // Each key of a search is no step of its own in the history.
  const change = (part: JobsSearch) => void navigate({ search: (known) => ({ ...known, ...part }), replace: true });
  const menus = (
    <Suspense fallback={<div className={isWide ? 'w-91' : 'w-42'} />}>
      <FilterMenus surfaces={[surface]} search={search} onChange={change} isSmall={!isWide} isCard={isPhone} />
    </Suspense>
  );

  return (
    <>
      <JobsHeader
        surface={surface}
        search={search}
        onChange={change}
        hasServers={hasServers}
        isQueue={filter.statuses === 'queued' && rows.length > 0}
        menus={isPhone ? menus : null}
      >
        {head.data ? <LivenessBadge liveness={liveness} /> : null}
      </JobsHeader>
      <StatusTabs
        surface={surface}
        statuses={isMaybe ? MAYBE : filter.statuses}
        maybeCount={maybe.length}
        counts={isMarked ? undefined : isNarrow(filter) ? (head.data?.counts ?? undefined) : allCounts}
        areCountsMinimum={!isMarked && isNarrow(filter) && head.data?.areCountsMinimum === true}
        search={search}
      >
        {isPhone ? null : <div className="flex shrink-0 items-center gap-2 pr-5 pl-2">{menus}</div>}
      </StatusTabs>
      {isMaybe ||
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
      {search.ran || search.title ? (
        <Suspense>
          <NarrowedBy search={search} onChange={change} />
        </Suspense>
      ) : null}
      <Suspense>
        <StaleBanner liveness={liveness} onRetry={retry} />
      </Suspense>
      {isMaybe || maybe.length > 0 ? (
        <Suspense>
          <MaybeSubmitted surface={surface} entries={maybe} isAlone={isMaybe} />
        </Suspense>
      ) : null}
      {isMaybe ? null : isMarked ? (
        <Suspense fallback={<JobsLoading />}>
          <MarkedList surface={surface} search={search} filter={filter} onChange={change} onCancel={onCancel} />
        </Suspense>
      ) : head.data === undefined || (head.isPlaceholderData && rows.length === 0) ? (
        isApiError(head.error) && head.error.kind === 'unreachable' ? (
          <Suspense fallback={<JobsLoading />}>
            <SavedJobs surface={surface} filter={filter} error={head.error} onRetry={retry} onCancel={onCancel} />
          </Suspense>
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
          isNarrowed={isNarrow(filter)}
          matchCount={countOf(filter.statuses, isNarrow(filter) ? (head.data.counts ?? undefined) : allCounts)}
          sort={filter.sort}
          onSort={(sort) => change({ sort: sort === 'newest' ? undefined : sort })}
        />
      ) : (
        <Suspense fallback={<JobsLoading />}>
          <NoRows
            surface={surface}
            isListed={head.data.isListed}
            onCancel={onCancel}
            filter={filter}
            search={search}
            searchedCount={searchedCount}
            onLoadOlder={searchedCount !== null && olderState !== 'end' ? () => void loadOlder() : null}
          />
        </Suspense>
      )}
      {strays.length > 0 ? (
        <Suspense>
          <StrayJobs surface={surface} ids={strays} />
        </Suspense>
      ) : null}
      {isAsked || search.compare ? (
        <Suspense>
          <BulkLayer surface={surface} rows={rowsOf(surface, rows)} compared={search.compare} />
        </Suspense>
      ) : null}
    </>
  );
}
