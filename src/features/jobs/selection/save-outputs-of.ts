import type { QueryClient } from '@tanstack/react-query';
import type { ListedJob } from '@contract/jobs/schemas';
import { jobQuery } from '@/api/jobs/job-query';
import type { Surface } from '@/api/surface';
import { formatCount } from '@/lib/format';
import { showToast } from '@/shared/toasts';
import { askForZip } from '@/shared/zip/zip-request';
import { jobTitle } from '../job-title';
import { outputsOf, withoutOutputsWords } from './outputs-of';
import { runBounded } from './run-bounded';

const AT_ONCE = 4;

/** Asks whether to save all that the jobs made as one zip: the dialog says how much it is before anything is read. */
export async function saveOutputsOf(client: QueryClient, surface: Surface, jobs: readonly ListedJob[]): Promise<void> {
  try {
    const whole = await withTheirOutputs(client, surface, jobs);
    const files = outputsOf(whole);
    const [only] = jobs;
    if (files.length === 0) {
      showToast({
        tone: 'neutral',
        isOfPage: true,
        title: 'There is nothing to save',
        description: 'None of these jobs has outputs.',
      });
      return;
    }
    const title = jobs.length === 1 && only ? jobTitle(only) : `Outputs of ${formatCount(jobs.length, 'job')}`;
    askForZip({ surface, files, title, note: withoutOutputsWords(whole) });
  } catch {
    showToast({
      tone: 'bad',
      isOfPage: true,
      title: 'Could not load the outputs',
      description: 'Nothing was saved. Check the connection and try again.',
    });
  }
}

/** Lists of some surfaces leave the outputs out: those jobs are read one by one. */
async function withTheirOutputs(
  client: QueryClient,
  surface: Surface,
  jobs: readonly ListedJob[],
): Promise<ListedJob[]> {
  const read = new Map<string, ListedJob>();
  const unread = jobs.filter(({ outputs }) => outputs === undefined);
  await runBounded(unread, AT_ONCE, new AbortController().signal, async ({ id }) => {
    read.set(id, (await client.fetchQuery(jobQuery(surface, id))).job);
  });
  return jobs.map((job) => read.get(job.id) ?? job);
}
