import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { jobQuery } from '@/api/jobs/job-query';
import { formatCount } from '@/lib/format';
import { lossWords } from '@/shared/server-advice';
import { showToast } from '@/shared/toasts';
import { openZipDialog, filesAt } from '@/shared/zip/zip-request';
import { jobTitle } from '../job-title';
import type { ServerJobs } from '../list-row';
import { outputsOf, withoutOutputsText } from './outputs-of';
import { runAtServers, mapConcurrent } from './map-concurrent';

const never = new AbortController().signal;

/**
 * Asks whether to save all that the jobs made as one zip: the dialog says how much it is before anything is read, and
 * which of several servers did not say what its jobs made.
 */
export async function saveOutputsOf(client: QueryClient, servers: readonly ServerJobs[]): Promise<void> {
  const { whole, losses } = await withTheirOutputs(client, servers);
  if (whole.length === 0) {
    showToast({
      tone: 'bad',
      isOfPage: true,
      title: 'Could not load the outputs',
      description: 'Nothing was saved. Check the connection and try again.',
    });
    return;
  }
  const jobs = whole.flatMap((server) => server.jobs);
  const files = whole.flatMap((server) => filesAt(server.surface, outputsOf(server.jobs)));
  if (files.length === 0) {
    showToast({
      tone: 'neutral',
      isOfPage: true,
      title: 'There is nothing to save',
      description: ['None of these jobs has outputs.', ...losses].join(' '),
    });
    return;
  }
  const [only] = jobs;
  const title = jobs.length === 1 && only ? jobTitle(only) : `Outputs of ${formatCount(jobs.length, 'job')}`;
  openZipDialog({ files, title, note: [withoutOutputsText(jobs), ...losses].filter(Boolean).join(' ') || null });
}

/** Lists of some servers leave the outputs out: those jobs are read one by one. */
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
      losses.push(lossWords(server.surface, server.jobs.length, 'job', error));
    }
  });
  // In the order of the list, whoever responded first.
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
    read.set(id, (await client.fetchQuery(jobQuery(surface, id))).job);
  });
  return jobs.map((job) => read.get(job.id) ?? job);
}
