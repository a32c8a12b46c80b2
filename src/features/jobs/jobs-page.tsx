import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, type ComponentType } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { filterKey, hasFilters } from '@/domains/jobs/job-filter';
import type { Surface } from '@/api/surface';
import { useLiveJobs } from '@/api/live/use-live';
import { surfaceListQuery } from '@/api/surfaces/surface-config';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useNow } from '@/lib/hooks/use-now';
import { t } from '@/lib/i18n/messages';
import { maybeSubmitted, useOutboxView } from '@/domains/outbox/outbox-store';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { FirstRows } from './list/first-rows';
import { JobsHeader } from './list/jobs-header';
import { JobsLoading } from './list/jobs-states';
import { JobsList } from './list/jobs-list';
import {
  ServerNotices,
  AnnotationChips,
  BulkLayer,
  FilterMenus,
  InputsPending,
  QueueNotice,
  JobsEmptyState,
  JobsFailed,
  ServerChips,
  SummaryStrip,
  UnconfirmedSubmissions,
} from './list/lazy-parts';
import { rowIdOf } from './job/list-row';
import { defaultSort, filterOf, isMarked as isMarkedSearch, type JobsSearch } from './filters/jobs-search';
import { ConnectionBadge } from './connection-badge';
import { useSelection } from './selection/selection-store';
import { chosenServers, useJobServers } from './list/use-job-servers';
import { BATCHES, countOf, UNCONFIRMED } from './filters/status-filters';
import { StatusTabs } from './filters/status-tabs';
import { withoutPulse } from './connection-status';
import { useConnectionStatus } from './use-connection-status';
import { useSetting } from '@/lib/settings/use-setting';
import { timeZoneSetting } from '@/lib/time-zone';
import { ActiveFilters } from './filters/active-filters';
import { useMarkedLists } from './list/use-marked-lists';
import { useServerLists } from './list/use-server-lists';
import { mergeLists, type ServerList } from './list/server-list';
import { startOfDay } from '@/lib/days';

export { awaitFirstResponses } from './list/preload-list';

const route = getRouteApi('/$surface/jobs');
const MINUTE_MS = 60_000;
const NO_SERVERS: readonly Surface[] = [];

/** What the tab of batches is told by the page around it. */
export interface BatchesTabProps {
  surface: Surface;
  /** Words in name and axes. */
  text: string;
  /** Times between which a batch was started; `null` without a bound. */
  from: number | null;
  before: number | null;
  /** Ids of the servers, one of which has run a cell; `null` for any, also removed ones. */
  serverIds: readonly string[] | null;
  /** Removes all filters. */
  onShowAll: () => void;
}

interface JobsPageProps {
  /** Of another feature. */
  BatchesTab: ComponentType<BatchesTabProps>;
}

/**
 * Jobs of the server in the path, or of all servers, merged. Each server is read separately: a failure is reported and
 * only affects its own jobs.
 */
export function JobsPage({ BatchesTab }: JobsPageProps) {
  const surface = useCurrentSurface();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const isAll = search.scope === 'all';
  const jobServers = useJobServers();
  const hasServers = jobServers.length > 1;
  // Until the list of servers is read, there may be more of them, and the ids of the rows must not change.
  const { isPending } = useQuery({ ...surfaceListQuery(), enabled: isAll });
  const isMany = isAll && (hasServers || isPending);
  const servers = useMemo(
    () => (isMany ? chosenServers(jobServers, search.servers) : [surface]),
    [isMany, jobServers, search.servers, surface],
  );
  const [only = null] = servers.length === 1 ? servers : [];
  const zone = useSetting(timeZoneSetting);
  const today = startOfDay(useNow(MINUTE_MS), zone);
  const filter = useMemo(() => filterOf(search, today, zone, only), [search, today, zone, only]);
  const isUnconfirmed = search.status === UNCONFIRMED;
  const isBatches = search.status === BATCHES;
  const isMarked = isMarkedSearch(search);
  const listed = useServerLists(isUnconfirmed || isMarked ? NO_SERVERS : servers, filter);
  const marked = useMarkedLists(isMarked && !isUnconfirmed ? servers : NO_SERVERS, search, filter);
  const lists = isMarked ? marked : listed;
  const [alone = null] = lists.length === 1 ? lists : [];

  const merged = useMemo(() => mergeLists(lists, filter), [lists, filter]);
  const rows = useMemo(
    () =>
      merged.rows.map(({ surface: own, fetched }) => ({
        id: rowIdOf(isMany, own, fetched.job.id),
        surface: own,
        fetched,
      })),
    [merged, isMany],
  );
  const loadOlder = useCallback(() => merged.next?.loadOlder(), [merged]);
  // Other servers are polled: streams are for the one in the path (decision 065).
  const jobs = useMemo(() => liveJobs(lists, surface), [lists, surface]);
  const health = useLiveJobs(surface, jobs);
  const { updatedAt = 0, error = null, hasActive = false } = alone ?? {};
  const connection = useConnectionStatus({ dataUpdatedAt: updatedAt, error }, health, hasActive);
  const { counts, isMinimum } = useMemo(() => sumCounts(lists), [lists]);
  const isPhone = !useMediaQuery('(min-width: 840px)');
  const isWide = useMediaQuery('(min-width: 1100px)');
  const isFiltered = hasFilters(filter);
  const isEmpty = alone?.state === 'listed' && rows.length === 0 && filter.statuses === '' && !isFiltered;
  const isLoading = lists.some(({ state, isKnown }) => state === 'loading' || !isKnown);
  const hasFailed = !isLoading && lists.every(({ state }) => state === 'failed' || state === 'saved');
  const maybe = useOutboxView(useShallow(({ entries }) => servers.flatMap(({ id }) => maybeSubmitted(entries, id))));
  const isAsked = useSelection(({ request }) => request !== null);
  usePageTitle(isBatches ? t('Batches') : t('Jobs'));

  // Keystrokes of a search do not create separate history entries.
  const change = (part: JobsSearch) => void navigate({ search: (known) => ({ ...known, ...part }), replace: true });
  const menus = (
    <FilterMenus
      surfaces={servers}
      search={search}
      onChange={change}
      isSmall={!isWide}
      isCard={isPhone}
      isBatches={isBatches}
    />
  );
  const queueNotices = servers.map((server) => <QueueNotice key={server.id} surface={server} isNamed={isMany} />);
  // Where no server is chosen, batches of removed servers are shown as well.
  const isOfServers = hasServers && (!isAll || search.servers !== undefined);
  const serverIds = useMemo(() => (isOfServers ? servers.map(({ id }) => id) : null), [isOfServers, servers]);
  const showAllBatches = () =>
    void navigate({ search: { status: BATCHES, ...(hasServers ? { scope: 'all' } : {}) }, replace: true });
  const inputsPending = lists.reduce((sum, list) => sum + list.inputsPending, 0);

  return (
    <>
      <JobsHeader
        surface={only ?? surface}
        search={search}
        onChange={change}
        hasServers={hasServers}
        isQueue={only !== null && filter.statuses === 'queued'}
        hasJobs={rows.length > 0}
        isBatches={isBatches}
        // Room for them in the first paint, which knows no width.
        menus={isPhone ? menus : <div className="w-53 shrink-0 md:hidden" />}
      >
        {alone && alone.updatedAt > 0 ? <ConnectionBadge connection={withoutPulse(connection, jobs)} /> : null}
      </JobsHeader>
      <StatusTabs
        surface={surface}
        statuses={isUnconfirmed ? UNCONFIRMED : isBatches ? BATCHES : filter.statuses}
        maybeCount={maybe.length}
        counts={counts}
        areCountsMinimum={isMinimum}
        search={search}
      >
        {/* Hidden by its class, too, in the first paint, which knows no width: the tabs would have no room. */}
        {isPhone ? null : <div className="flex shrink-0 items-center gap-2 pr-5 pl-2 max-md:hidden">{menus}</div>}
      </StatusTabs>
      {isMany ? <ServerChips servers={jobServers} lists={lists} search={search} onChange={change} /> : null}
      {isBatches ? (
        <>
          {queueNotices}
          <BatchesTab
            surface={surface}
            text={filter.text}
            from={filter.from}
            before={filter.before}
            serverIds={serverIds}
            onShowAll={showAllBatches}
          />
        </>
      ) : (
        <>
          {only?.kind !== 'gateway' || isUnconfirmed || isMarked || isEmpty || hasFailed ? null : (
            <div className="h-13 shrink-0 border-b border-line md:h-16">
              <SummaryStrip
                surface={only}
                filter={filter}
                search={search}
                today={today}
                zone={zone}
                hasActive={hasActive}
              />
            </div>
          )}
          {search.ran || search.title || search.workflow || search.like ? (
            <ActiveFilters search={search} onChange={change} />
          ) : null}
          {isMarked ? <AnnotationChips surfaces={servers} search={search} onChange={change} /> : null}
          <ServerNotices lists={lists} filter={filter} />
          {queueNotices}
          {inputsPending > 0 ? <InputsPending count={inputsPending} /> : null}
          {isUnconfirmed || maybe.length > 0 ? (
            <UnconfirmedSubmissions surface={surface} entries={maybe} isAlone={isUnconfirmed} />
          ) : null}
          {isUnconfirmed ? null : rows.length > 0 || (alone === null && merged.next !== null) ? (
            <JobsList
              listKey={isMany ? '' : filterKey(filter)}
              rows={rows}
              lists={lists}
              hasServers={isMany}
              hasMore={merged.next !== null}
              onLoadOlder={loadOlder}
              isFiltered={isFiltered}
              // A collapsed batch would hide its starred jobs.
              isSearch={filter.text !== '' || isMarked}
              matchCount={isMinimum ? null : countOf(filter.statuses, counts)}
              sort={filter.sort}
              onSort={(sort) => change({ sort: sort === defaultSort(search, only) ? undefined : sort })}
            />
          ) : isLoading ? (
            import.meta.env.SSR ? (
              <FirstRows loading={<JobsLoading />} />
            ) : (
              <JobsLoading />
            )
          ) : hasFailed && alone?.error ? (
            <JobsFailed error={alone.error} onRetry={alone.retry} />
          ) : (
            <JobsEmptyState
              surface={surface}
              servers={servers}
              state={hasFailed ? 'failed' : (alone?.state ?? 'listed')}
              filter={filter}
              search={search}
              searchedCount={alone?.searchedCount ?? null}
              onLoadOlder={merged.next && merged.next.searchedCount !== null ? merged.next.loadOlder : null}
            />
          )}
        </>
      )}
      {isAsked || search.compare ? <BulkLayer surface={surface} rows={rows} compared={search.compare} /> : null}
    </>
  );
}

/** The jobs of the server that it may report on now. */
function liveJobs(lists: readonly ServerList[], surface: Surface) {
  const own = lists.find((list) => list.surface === surface);
  return own && own.state !== 'saved' ? own.rows.map(({ job }) => job) : [];
}

type Counts = Readonly<Record<string, number>>;

/** Sums the job counts by status; a minimum if one of the servers does not count. `undefined` if none does. */
function sumCounts(lists: readonly ServerList[]): { counts: Counts | undefined; isMinimum: boolean } {
  const known = lists.map(({ counts }) => counts).filter((counts) => counts !== null);
  const sum: Record<string, number> = {};
  for (const counts of known) {
    for (const [status, count] of Object.entries(counts)) sum[status] = (sum[status] ?? 0) + count;
  }
  return {
    counts: known.length > 0 ? sum : undefined,
    isMinimum: known.length < lists.length || lists.some(({ areCountsMinimum }) => areCountsMinimum),
  };
}
