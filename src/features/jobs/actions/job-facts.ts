import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { operationKey } from '@/api/surface';
import { capabilities, lacksCapability } from '@/api/surfaces/capability-record';
import { isUnsupported } from '@/api/surfaces/offered-operations';
import { canChangeJobs } from '@/domains/jobs/change-jobs';
import { gatewayStatusQuery } from '@/domains/gateway/gateway-status';
import { historyWorkflowQuery } from '@/domains/history/history';
import { useSetting } from '@/lib/settings/use-setting';
import { singleJob, type ServerJobs } from '@/shared/servers/server-jobs';
import type { JobFacts } from './job-actions';

/** Reads what is known about servers and jobs; sends no request. */
export function readJobFacts(client: QueryClient, servers: readonly ServerJobs[]): JobFacts {
  const isSingle = singleJob(servers) !== null;
  return {
    canChangeJobs,
    hasWorkflow: (surface, { id }) => {
      const isLacking = lacksCapability(surface, 'workflow');
      // For thousands of selected jobs, only their servers count.
      if (!isSingle) return !isLacking;
      // A workflow of an imported file can be run, even if the server does not return workflows.
      if (isLacking) return Boolean(client.getQueryData(historyWorkflowQuery(surface, id).queryKey));
      const error = client.getQueryState(operationKey(surface, 'getJobWorkflow', id))?.error;
      return !(isApiError(error) && isUnsupported(error.status));
    },
    atEngine: (surface) => {
      const queue = client.getQueryData(gatewayStatusQuery(surface).queryKey)?.queue;
      return queue ? (queue.atEngine ?? []) : null;
    },
  };
}

/** The same for a component, which re-renders when something becomes known. */
export function useJobFacts(servers: readonly ServerJobs[]): JobFacts {
  const client = useQueryClient();
  const single = singleJob(servers);
  const records = useSetting(capabilities);
  const unreadable = single && lacksCapability(single.surface, 'workflow', records) ? [single] : [];
  // The shell fetches them continuously.
  useQueries({ queries: servers.map(({ surface }) => ({ ...gatewayStatusQuery(surface), enabled: false })) });
  useQueries({ queries: unreadable.map(({ surface, job }) => historyWorkflowQuery(surface, job.id)) });
  return readJobFacts(client, servers);
}
