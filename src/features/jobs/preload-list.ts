import type { QueryClient } from '@tanstack/react-query';
import { gatewayStatusQuery } from '@/api/gateway-status';
import { jobsQuery } from '@/api/jobs/job-queries';
import { jobSummaryQuery } from '@/api/jobs/summary-query';
import type { Surface } from '@/api/surface';
import { readTimeZone } from '@/lib/time-zone';
import { filterOf, startOfDay, type JobsSearch } from './jobs-search';
import { summarySpan } from './summary-model';

/** Longer than a gateway on this machine takes; where it takes longer, the page says that it loads. */
const AT_MOST_MS = 150;

/** Lets the list come with its rows and figures, and not draw itself twice. What fails is shown by the list itself. */
export async function awaitFirstResponses(client: QueryClient, surface: Surface, search: JobsSearch): Promise<void> {
  // Each server comes as it can.
  if (search.scope === 'all') return;
  const zone = readTimeZone();
  const today = startOfDay(Date.now(), zone);
  const filter = filterOf(search, today, zone);
  const query = jobsQuery(surface, filter);
  if (client.getQueryData(query.queryKey) !== undefined) return;
  const isGateway = surface.kind === 'gateway';
  const answers = [
    // Before the list: where the counts move afterwards, the list is read again.
    ...(isGateway ? [client.prefetchQuery(gatewayStatusQuery(surface))] : []),
    client.prefetchQuery(query),
    ...(isGateway
      ? [client.prefetchQuery(jobSummaryQuery(surface, summarySpan(filter, today, zone), filter, false))]
      : []),
  ];
  await Promise.race([Promise.all(answers), new Promise((resolve) => setTimeout(resolve, AT_MOST_MS))]);
}
