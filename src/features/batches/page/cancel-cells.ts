import type { QueryClient } from '@tanstack/react-query';
import { findSurface } from '@/api/surface';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { markStale } from '@/api/live/stale-table';
import { cancelJob } from '@/domains/jobs/cancel-job';
import { t } from '@/lib/i18n/messages';
import { showToast } from '@/shared/feedback/toasts';
import { runAtServers, mapConcurrent } from '@/shared/servers/map-concurrent';
import { messageOf } from '@/lib/message-of';

type JobOfCell = Pick<BatchCell, 'surfaceId' | 'jobId'>;

/** Cancels the jobs of some cells, and reports those that may still run. */
export async function cancelCells(client: QueryClient, cells: readonly JobOfCell[]): Promise<void> {
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
  if (messages.length === 0) return;
  showToast({
    tone: 'bad',
    stays: true,
    title: t('{count, plural, one {# job was not canceled} other {# jobs were not canceled}}', {
      count: messages.length,
    }),
    description: t(
      '{count, plural, one {{message} It may still run and cost money.} other {{message} They may still run and cost money.}} Try again in the menu of the cell.',
      { message: messages[0] ?? '', count: messages.length },
    ).trim(),
  });
}
