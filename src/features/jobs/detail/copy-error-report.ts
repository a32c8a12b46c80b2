import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import { isApiError } from '@/api/api-error';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { jobStart } from '@/domains/jobs/job-start';
import { jobLogQuery } from '@/features/jobs/tabs/log/job-log-query';
import type { Surface } from '@/api/surface';
import { copyText } from '@/shared/copy-text';
import { messageOf } from '@/lib/message-of';
import { errorReport, type ReportDetails } from './error-report';

/** Collects the details for a bug report and copies them to the clipboard; the report names what is unavailable. */
export async function copyErrorReport(
  client: QueryClient,
  surface: Surface,
  job: ListedJob,
  graph: Graph | null,
): Promise<void> {
  const status = client.getQueryData(gatewayStatusQuery(surface).queryKey);
  const gateway = status ? { version: status.version, engine: status.engine.label } : null;
  const log = await readLog(client, surface, job);
  const start = jobStart(surface, job);
  const details = { surface: surface.name, gateway, browser: navigator.userAgent, start, graph, log };
  await copyText(errorReport(job, details), 'Report');
}

async function readLog(client: QueryClient, surface: Surface, job: ListedJob): Promise<ReportDetails['log']> {
  if (!job.urls?.logs) return { kind: 'none' };
  try {
    const result = await client.fetchQuery(jobLogQuery(surface, job));
    return result.kind === 'text' ? { kind: 'text', text: result.log.text } : { kind: 'none' };
  } catch (error) {
    const message = messageOf(error, 'an unknown fault');
    return { kind: 'failed', message, requestId: isApiError(error) ? error.requestId : null };
  }
}
