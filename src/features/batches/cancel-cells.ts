import type { QueryClient } from '@tanstack/react-query';
import { findSurface } from '@/api/surface';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { markStale } from '@/api/live/stale-table';
import { cancelJob } from '@/domains/jobs/cancel-job';
import { t } from '@/lib/i18n/messages';
import { runAction } from '@/shared/feedback/action';
import { runAtServers, mapConcurrent } from '@/shared/servers/map-concurrent';
import { messageOf } from '@/lib/message-of';

type JobOfCell = Pick<BatchCell, 'surfaceId' | 'jobId'>;

class NotCanceled extends Error {
  readonly messages: readonly string[];

  constructor(messages: readonly string[]) {
    super(messages[0]);
    this.messages = messages;
  }
}

/** Cancels the jobs of some cells, and reports those that may still run. */
export async function cancelCells(client: QueryClient, cells: readonly JobOfCell[]): Promise<void> {
  await runAction({
    run: () => cancelAll(client, cells),
    failed(error) {
      const count = error instanceof NotCanceled ? error.messages.length : cells.length;
      return {
        stays: true,
        title: t('{count, plural, one {# job was not canceled} other {# jobs were not canceled}}', { count }),
        description: t(
          '{count, plural, one {{message} It may still run and cost money.} other {{message} They may still run and cost money.}} Try again in the menu of the cell.',
          { message: messageOf(error, ''), count },
        ).trim(),
      };
    },
  });
}

/** @throws NotCanceled */
async function cancelAll(client: QueryClient, cells: readonly JobOfCell[]): Promise<void> {
  const { signal } = new AbortController();
  const messages: string[] = [];
  await runAtServers([...new Set(cells.map(({ surfaceId }) => surfaceId))], signal, async (id, limit) => {
    const surface = findSurface(id);
    const jobs = cells.flatMap(({ surfaceId, jobId }) => (surfaceId === id && jobId !== null ? [jobId] : []));
    await mapConcurrent(jobs, limit, signal, async (jobId) => {
      try {
        if (!surface) throw new Error(t('Its server was removed.'));
        await cancelJob(client, surface, { id: jobId, urls: undefined });
      } catch (error) {
        messages.push(messageOf(error, ''));
      }
    });
    if (surface) await markStale(client, surface, 'cancelJobs');
  });
  if (messages.length > 0) throw new NotCanceled(messages);
}
