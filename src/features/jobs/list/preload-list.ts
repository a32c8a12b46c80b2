import type { QueryClient } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { jobsQuery } from '@/domains/jobs/job-queries';
import { jobSummaryQuery } from '@/features/jobs/summary/summary-query';
import type { Surface } from '@/api/surface';
import { afterPaint } from '@/lib/after-paint';
import { timeZoneSetting } from '@/lib/time-zone';
import { startOfDay } from '@/lib/days';
import { filterOf, type JobsSearch } from '../filters/jobs-search';
import { summarySpan } from '../summary/summary-model';

/** Longer than a local gateway takes; beyond that, the page shows a loading state. */
const AT_MOST_MS = 150;
/** While the prerendered page shows rows, which a loading state would hide. */
const WITH_ROWS_AT_MOST_MS = 3000;
const SHOWN_ROWS = ':root:not([data-own-list], [data-translated]) #root > [inert] main li';

/**
 * Lets the list render with its rows at once, instead of twice. The list itself reports errors. Its stats are requested after the
 * first paint, together with the code of their strip: before, they would delay the rows.
 */
export async function awaitFirstResponses(client: QueryClient, surface: Surface, search: JobsSearch): Promise<void> {
  // Servers are shown as they respond.
  if (search.scope === 'all') return;
  const zone = timeZoneSetting.get();
  const today = startOfDay(Date.now(), zone);
  const filter = filterOf(search, today, zone, surface);
  const query = jobsQuery(surface, filter);
  if (client.getQueryData(query.queryKey) !== undefined) return;
  const isGateway = surface.kind === 'gateway';
  const responses = [
    // Before the list, since a later change of the counts would refetch it.
    ...(isGateway ? [client.prefetchQuery(gatewayStatusQuery(surface))] : []),
    client.prefetchQuery(query),
  ];
  if (isGateway) {
    const summary = jobSummaryQuery(surface, summarySpan(filter, today, zone), filter, false);
    void afterPaint().then(() => client.prefetchQuery(summary));
  }
  const hasRows = !import.meta.env.SSR && document.querySelector(SHOWN_ROWS) !== null;
  const atMostMs = hasRows ? WITH_ROWS_AT_MOST_MS : AT_MOST_MS;
  await Promise.race([Promise.all(responses), new Promise((resolve) => setTimeout(resolve, atMostMs))]);
}
