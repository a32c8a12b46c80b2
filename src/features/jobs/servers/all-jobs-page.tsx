import { getRouteApi } from '@tanstack/react-router';
import { Filter, Inbox } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { hasFilters } from '@/domains/jobs/job-filter';
import { countAnnotations } from '@/domains/annotations/job-annotation';
import { annotationsOfSurface, useJobAnnotations } from '@/domains/annotations/job-annotations';
import type { Surface } from '@/api/surface';
import { useLiveJobs } from '@/api/live/use-live';
import { maybeSubmitted, useOutboxView } from '@/domains/outbox/outbox-store';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useNow } from '@/lib/hooks/use-now';
import { QueueNotice } from '@/shared/queue/queue-notice';
import { useCurrentSurface } from '@/shared/servers/use-current-surface';
import { usePageTitle } from '@/shared/page/use-page-title';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { FilterMenus } from '../list/filter-menus';
import { JobsHeader } from '../list/jobs-header';
import { JobsLoading } from '../list/jobs-states';
import { filterOf, startOfDay, type JobsSearch } from '../filters/jobs-search';
import { serverRowId } from '../job/list-row';
import { AnnotationChips } from '../annotations/annotation-chips';
import { annotationFilterOf } from '../annotations/annotation-search';
import { UnconfirmedSubmissions } from '../list/unconfirmed-submissions';
import { ActiveFilters } from '../filters/active-filters';
import { useSelection } from '../selection/selection-store';
import { countOf, UNCONFIRMED } from '../filters/status-filters';
import { StatusTabs } from '../filters/status-tabs';
import { useSetting } from '@/lib/settings/use-setting';
import { timeZoneSetting } from '@/lib/time-zone';
import { AllJobsList } from './all-jobs-list';
import { mergeServers } from '../list/merge-servers';
import { ServerChips } from '../list/server-chips';
import { isWaitedFor } from '../list/server-list';
import { ServerNotices } from '../list/server-notices';
import { useMarkedLists } from '../list/use-marked-lists';
import { useServerLists } from '../list/use-server-lists';
import { chosenServers, useJobServers } from '../list/use-job-servers';
import { BulkLayer } from '../bulk/bulk-layer';

const route = getRouteApi('/$surface/jobs');

const MINUTE_MS = 60_000;
const NO_SERVERS: readonly Surface[] = [];

/**
 * The jobs of all servers, merged by time. Each server is read separately: a failure is reported and only affects its
 * own jobs.
 */
export function AllJobsPage() {
  const surface = useCurrentSurface();
  const servers = useJobServers();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const zone = useSetting(timeZoneSetting);
  const today = startOfDay(useNow(MINUTE_MS), zone);
  const filter = useMemo(() => filterOf(search, today, zone), [search, today, zone]);
  const chosen = useMemo(() => chosenServers(servers, search.servers), [servers, search.servers]);
  const isPhone = !useMediaQuery('(min-width: 840px)');
  const isWide = useMediaQuery('(min-width: 1100px)');
  const isUnconfirmed = search.status === UNCONFIRMED;
  const isMarked = (search.star ?? search.tags ?? search.rated ?? search.kept) !== undefined;
  const isAsked = useSelection(({ request }) => request !== null);
  const maybe = useOutboxView(useShallow(({ entries }) => chosen.flatMap(({ id }) => maybeSubmitted(entries, id))));
  const marks = useJobAnnotations(useShallow((state) => chosen.flatMap(({ id }) => annotationsOfSurface(state, id))));
  usePageTitle('Jobs');

  const listed = useServerLists(isUnconfirmed || isMarked ? NO_SERVERS : chosen, filter);
  const marked = useMarkedLists(isMarked && !isUnconfirmed ? chosen : NO_SERVERS, search, filter);
  const lists = isMarked ? marked : listed;
  const merged = useMemo(() => {
    const sources = lists.map((list) => ({
      surfaceId: list.surface.id,
      rows: list.rows,
      last: isWaitedFor(list) ? list.last : null,
    }));
    return mergeServers(sources, filter.sort, filter.sort === 'newest' && filter.statuses === '');
  }, [lists, filter]);
  const rows = useMemo(() => {
    const surfaces = new Map(lists.map((list) => [list.surface.id, list.surface]));
    return merged.rows.flatMap(({ surfaceId, fetched }) => {
      const own = surfaces.get(surfaceId);
      return own ? [{ id: serverRowId(surfaceId, fetched.job.id), surface: own, fetched }] : [];
    });
  }, [lists, merged]);
  // Other servers are polled: streams are for the one in the path (decision 065).
  useLiveJobs(
    surface,
    useMemo(() => rows.flatMap((row) => (row.surface === surface ? [row.fetched.job] : [])), [rows, surface]),
  );

  const change = (part: JobsSearch) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const loadOlder = useCallback(() => {
    const next = lists.find((list) => list.surface.id === merged.nextId);
    if (next?.olderState === 'more') next.loadOlder();
  }, [lists, merged]);

  const menus = <FilterMenus surfaces={chosen} search={search} onChange={change} isSmall={!isWide} isCard={isPhone} />;
  const { counts, isMinimum } = sumCounts(lists.map((list) => list.counts));
  const isComplete = lists.every(({ state }) => state !== 'loading');
  const isFiltered = isMarked || filter.statuses !== '' || hasFilters(filter);
  return (
    <>
      <JobsHeader
        surface={surface}
        search={search}
        onChange={change}
        hasServers
        isQueue={false}
        hasJobs={false}
        menus={isPhone ? menus : null}
      />
      <StatusTabs
        surface={surface}
        statuses={isUnconfirmed ? UNCONFIRMED : filter.statuses}
        maybeCount={maybe.length}
        counts={isMarked ? undefined : counts}
        areCountsMinimum={isMinimum}
        search={search}
      >
        {isPhone ? null : <div className="flex shrink-0 items-center gap-2 pr-5 pl-2">{menus}</div>}
      </StatusTabs>
      <ServerChips servers={servers} lists={lists} search={search} onChange={change} />
      {search.ran || search.title ? <ActiveFilters search={search} onChange={change} /> : null}
      {isMarked ? (
        <AnnotationChips
          search={search}
          filter={annotationFilterOf(search)}
          counts={countAnnotations(marks)}
          onChange={change}
        />
      ) : null}
      {isUnconfirmed || maybe.length > 0 ? (
        <UnconfirmedSubmissions surface={surface} entries={maybe} isAlone={isUnconfirmed} />
      ) : null}
      {isUnconfirmed ? null : (
        <>
          <ServerNotices lists={lists} />
          {chosen.map((server) => (
            <QueueNotice key={server.id} surface={server} isNamed />
          ))}
          {rows.length > 0 || merged.nextId !== null ? (
            <AllJobsList
              rows={rows}
              lists={lists}
              matchCount={isMarked || isMinimum ? null : countOf(filter.statuses, counts)}
              hasMore={merged.nextId !== null}
              onLoadOlder={loadOlder}
              isSearch={filter.text !== ''}
              sort={filter.sort}
              onSort={(sort) => change({ sort: sort === 'newest' ? undefined : sort })}
            />
          ) : isComplete ? (
            <EmptyState
              icon={isFiltered ? <Filter /> : <Inbox />}
              title={isFiltered ? 'No matching jobs' : 'No jobs'}
              actions={
                isFiltered || search.servers ? (
                  <Button onClick={() => void navigate({ search: { scope: 'all' } })}>Show all jobs</Button>
                ) : null
              }
            >
              {isFiltered ? 'Other jobs are hidden by the filters.' : 'Jobs of these servers appear here.'}
            </EmptyState>
          ) : (
            <JobsLoading />
          )}
        </>
      )}
      {isAsked || search.compare ? <BulkLayer surface={surface} rows={rows} compared={search.compare} /> : null}
    </>
  );
}

type Counts = Readonly<Record<string, number>>;

/** Sums the job counts by status; a minimum if one of the servers does not count. `undefined` if none does. */
function sumCounts(all: readonly (Counts | null)[]): { counts: Counts | undefined; isMinimum: boolean } {
  const known = all.filter((counts) => counts !== null);
  const sum: Record<string, number> = {};
  for (const counts of known) {
    for (const [status, count] of Object.entries(counts)) sum[status] = (sum[status] ?? 0) + count;
  }
  return { counts: known.length > 0 ? sum : undefined, isMinimum: known.length < all.length };
}
