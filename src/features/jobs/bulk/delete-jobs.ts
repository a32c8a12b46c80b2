import type { QueryClient } from '@tanstack/react-query';
import { apiMessageOf } from '@/api/api-error';
import { deleteJobs, restoreJobs } from '@/domains/jobs/change-jobs';
import { forgetJobs } from '@/domains/history/forget-jobs';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { messageOf } from '@/lib/message-of';
import { failureMessages } from '@/shared/servers/server-advice';
import { runAction } from '@/shared/feedback/action';
import type { ServerJobs } from '@/shared/servers/server-jobs';
import { runAtServers } from '@/shared/servers/map-concurrent';

interface Deleted {
  surface: Surface;
  /** Number of jobs requested. */
  count: number;
  ids: readonly string[];
  /** Restores them in the local history. */
  rememberAgain: () => Promise<void>;
  /** Why the server did not delete the rest; `null` if it skipped none or had a reason for each. */
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
  const { ok } = await runAction({
    run: () => deleteAll(client, servers, keepOutputs),
    failed: (error) => ({
      title: t('Could not delete the jobs'),
      description: [messageOf(error), ...notes].join(' '),
    }),
    done: ({ done, failures }) => {
      const complete = done.filter(({ error }) => error === null);
      const skipped = complete.reduce((sum, { count, ids }) => sum + count - ids.length, 0);
      return {
        tone: failures.length > 0 ? 'warn' : 'neutral',
        // The user must see what was not deleted.
        stays: failures.length > 0,
        title: t('{count, plural, one {# job deleted} other {# jobs deleted}}', { count: deletedCount(done) }),
        description: [
          skipped > 0 ? t('{count, plural, one {# job skipped.} other {# jobs skipped.}}', { count: skipped }) : '',
          ...failures,
          ...notes,
          t('Can be restored for an hour under Settings, Storage.'),
        ]
          .filter(Boolean)
          .join(' '),
      };
    },
    undo: ({ done }) =>
      deletedCount(done) === 0
        ? null
        : {
            run: () => restoreAll(client, done),
            failed: (error) => ({ title: t('Could not restore the jobs'), description: messageOf(error) }),
          },
  });
  return ok;
}

/** @throws Error with the reasons if no server deletes a job */
async function deleteAll(client: QueryClient, servers: readonly ServerJobs[], keepOutputs: boolean) {
  const results: Deleted[] = [];
  await runAtServers(servers, new AbortController().signal, async (server) => {
    results.push(await deleteAt(client, server, keepOutputs));
  });
  const done = results.filter(({ ids, error }) => ids.length > 0 || error === null);
  const failures = results
    .filter(({ error }) => error !== null)
    .map((result) => failureText(result, servers.length > 1 || result.ids.length > 0));
  if (done.length === 0) throw new Error(failures.join(' '));
  return { done, failures };
}

function deletedCount(done: readonly Deleted[]): number {
  return done.reduce((sum, { ids }) => sum + ids.length, 0);
}

async function deleteAt(client: QueryClient, { surface, jobs }: ServerJobs, keepOutputs: boolean): Promise<Deleted> {
  const requested = jobs.map(({ id }) => id);
  const { deleted, error } = await deleteJobs(client, surface, requested, keepOutputs);
  return { surface, count: jobs.length, ids: deleted, rememberAgain: await forgetJobs(surface.id, deleted), error };
}

/** @throws Error with the reason of each server that does not restore its jobs; the others restore theirs */
async function restoreAll(client: QueryClient, done: readonly Deleted[]): Promise<void> {
  const restored = await Promise.allSettled(
    done.map(async ({ surface, ids, rememberAgain }) => {
      await restoreJobs(client, surface, ids);
      await rememberAgain();
    }),
  );
  const failures = restored.flatMap((outcome, index) => {
    if (outcome.status === 'fulfilled') return [];
    const reason = reasonOf(outcome.reason);
    return [done.length > 1 ? `${done[index]?.surface.name}: ${reason}` : reason];
  });
  if (failures.length > 0) throw new Error(failures.join(' '));
}

function failureText({ surface, count, ids, error }: Deleted, namesServer: boolean): string {
  if (!namesServer) return reasonOf(error);
  const { what, next } = failureMessages(error);
  const lost = t('{name}: {count, plural, one {# job not deleted.} other {# jobs not deleted.}}', {
    name: surface.name,
    count: count - ids.length,
  });
  return `${lost} ${what} ${next}`;
}

function reasonOf(error: unknown): string {
  return apiMessageOf(error, t('Check the connection and try again.'));
}
