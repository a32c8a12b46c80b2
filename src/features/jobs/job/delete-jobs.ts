import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '@/api/api-error';
import { deleteJobs, restoreJobs } from '@/domains/jobs/change-jobs';
import { forgetJobs } from '@/domains/history/forget-jobs';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { failureMessages } from '@/shared/servers/server-advice';
import { showToast } from '@/shared/feedback/toasts';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { runAtServers } from '@/shared/servers/map-concurrent';

interface Deleted {
  surface: Surface;
  /** Number of jobs requested. */
  count: number;
  ids: readonly string[];
  /** Restores them in the local history. */
  rememberAgain: () => Promise<void>;
  error: unknown;
}

/**
 * Deletes jobs on their servers, and offers to undo it. Returns whether any server deleted a job.
 * @param notes additional text for the message
 */
export async function deleteWithUndo(
  client: QueryClient,
  servers: readonly ServerJobs[],
  keepOutputs: boolean,
  notes: readonly string[] = [],
): Promise<boolean> {
  const results: Deleted[] = [];
  await runAtServers(servers, new AbortController().signal, async (server) => {
    results.push(await deleteAt(client, server, keepOutputs));
  });
  const done = results.filter(({ error }) => error === null);
  const failed = results.filter(({ error }) => error !== null);
  const failures = failed.map((result) => failureText(result, servers.length > 1));
  if (done.length === 0) {
    showToast({ tone: 'bad', title: t('Could not delete the jobs'), description: [...failures, ...notes].join(' ') });
    return false;
  }
  const undo = () => void Promise.all(done.map((result) => restoreAt(client, result)));
  const count = done.reduce((sum, { ids }) => sum + ids.length, 0);
  const skipped = done.reduce((sum, result) => sum + result.count - result.ids.length, 0);
  showToast({
    tone: failures.length > 0 ? 'warn' : 'neutral',
    // The user must see what was not deleted.
    stays: failures.length > 0,
    title: t('{count, plural, one {# job deleted} other {# jobs deleted}}', { count }),
    description: [
      skipped > 0 ? t('{count, plural, one {# job skipped.} other {# jobs skipped.}}', { count: skipped }) : '',
      ...failures,
      ...notes,
      t('Can be restored for an hour under Settings, Storage.'),
    ]
      .filter(Boolean)
      .join(' '),
    ...(count > 0 ? { action: { label: t('Undo'), onSelect: undo } } : {}),
  });
  return true;
}

async function deleteAt(client: QueryClient, { surface, jobs }: ServerJobs, keepOutputs: boolean): Promise<Deleted> {
  const result = { surface, count: jobs.length };
  const requested = jobs.map(({ id }) => id);
  try {
    const ids = await deleteJobs(client, surface, requested, keepOutputs);
    return { ...result, ids, rememberAgain: await forgetJobs(surface.id, ids), error: null };
  } catch (error) {
    return { ...result, ids: [], rememberAgain: () => Promise.resolve(), error };
  }
}

async function restoreAt(client: QueryClient, { surface, ids, rememberAgain }: Deleted): Promise<void> {
  try {
    await restoreJobs(client, surface, ids);
    await rememberAgain();
  } catch (error) {
    const title = t('Could not restore the jobs');
    showToast({ tone: 'bad', title, description: reasonOf(error) });
  }
}

function failureText({ surface, count, error }: Deleted, namesServer: boolean): string {
  if (!namesServer) return reasonOf(error);
  const { what, next } = failureMessages(error);
  const lost = t('{name}: {count, plural, one {# job not deleted.} other {# jobs not deleted.}}', {
    name: surface.name,
    count,
  });
  return `${lost} ${what} ${next}`;
}

function reasonOf(error: unknown): string {
  return isApiError(error) ? error.message : t('Check the connection and try again.');
}
