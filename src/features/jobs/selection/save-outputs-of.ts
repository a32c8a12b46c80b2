import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import type { ListedJob } from '@contract/jobs/schemas';
import { jobQuery } from '@/domains/jobs/job-query';
import { t } from '@/lib/i18n/messages';
import { lossText } from '@/shared/servers/server-advice';
import { showToast } from '@/shared/feedback/toasts';
import { filesAt } from '@/shared/dialog-requests/file-at';
import { openDialog } from '@/shared/dialog-requests/dialogs';
import { jobTitle } from '../job/job-title';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { outputsOf, withoutOutputsText } from '@/shared/files/outputs-of';
import { runAtServers, mapConcurrent } from '@/shared/servers/map-concurrent';

const never = new AbortController().signal;

/**
 * Asks whether to save all outputs of the jobs as a zip. The dialog shows the total size before any file is fetched,
 * and which servers did not report the outputs of their jobs.
 */
export async function saveOutputsOf(client: QueryClient, servers: readonly ServerJobs[]): Promise<void> {
  const { whole, losses } = await withTheirOutputs(client, servers);
  if (whole.length === 0) {
    showToast({
      tone: 'bad',
      isOfPage: true,
      title: t('Could not load the outputs'),
      description: t('Nothing was saved. Check the connection and try again.'),
    });
    return;
  }
  const jobs = whole.flatMap((server) => server.jobs);
  const files = whole.flatMap((server) => filesAt(server.surface, outputsOf(server.jobs)));
  if (files.length === 0) {
    showToast({
      tone: 'neutral',
      isOfPage: true,
      title: t('There is nothing to save'),
      description: [t('None of these jobs has outputs.'), ...losses].join(' '),
    });
    return;
  }
  const [only] = jobs;
  const title =
    jobs.length === 1 && only
      ? jobTitle(only)
      : t('Outputs of {count, plural, one {# job} other {# jobs}}', { count: jobs.length });
  openDialog('zip', { files, title, note: [withoutOutputsText(jobs), ...losses].filter(Boolean).join(' ') || null });
}

/** Lists of some servers omit the outputs: those jobs are fetched individually. */
async function withTheirOutputs(
  client: QueryClient,
  servers: readonly ServerJobs[],
): Promise<{ whole: readonly ServerJobs[]; losses: readonly string[] }> {
  const read = new Map<ServerJobs, readonly ListedJob[]>();
  const losses: string[] = [];
  await runAtServers(servers, never, async (server, limit) => {
    try {
      read.set(server, await readOutputs(client, server, limit));
    } catch (error) {
      losses.push(lossText(server.surface, server.jobs.length, 'job', error));
    }
  });
  // In list order, regardless of the order of the responses.
  const whole = servers.flatMap((server) => {
    const jobs = read.get(server);
    return jobs ? { ...server, jobs } : [];
  });
  return { whole, losses };
}

async function readOutputs(client: QueryClient, { surface, jobs }: ServerJobs, limit: number): Promise<ListedJob[]> {
  const read = new Map<string, ListedJob>();
  const unread = jobs.filter(({ outputs }) => outputs === undefined);
  await mapConcurrent(unread, limit, never, async ({ id }) => {
    try {
      read.set(id, (await client.fetchQuery(jobQuery(surface, id))).job);
    } catch (error) {
      // A deleted job has no outputs; those of the others are saved.
      if (!isApiError(error) || (error.status !== 404 && error.status !== 410)) throw error;
    }
  });
  return jobs.map((job) => read.get(job.id) ?? job);
}
