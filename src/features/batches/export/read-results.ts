import type { QueryClient } from '@tanstack/react-query';
import type { Job } from '@contract/jobs/schemas';
import { findSurface, type Surface } from '@/api/surface';
import type { BatchCell } from '@/domains/batches/batch-cell';
import { t } from '@/lib/i18n/messages';
import { statusText } from '@/shared/job-text';
import { mapConcurrent, runAtServers } from '@/shared/servers/map-concurrent';
import { lossText } from '@/shared/servers/server-advice';
import { cellJobQuery, isJobGone } from '../cell-job';
import { outcomeText } from '../cell-outcome';

/** A cell with its job, as far as its server has it. */
export interface CellResult {
  cell: number;
  record: BatchCell | null;
  surface: Surface | null;
  job: Job | null;
}

interface Reading {
  cells: readonly number[];
  recordOf: (cell: number) => BatchCell | null;
  signal: AbortSignal;
  onProgress: (count: number) => void;
}

/** Fetches the jobs of cells, in the given order. `losses` names the servers that did not respond. */
export async function readResults(
  client: QueryClient,
  { cells, recordOf, signal, onProgress }: Reading,
): Promise<{ results: CellResult[]; losses: string[] }> {
  const results = cells.map((cell): CellResult => {
    const record = recordOf(cell);
    return { cell, record, surface: record && findSurface(record.surfaceId), job: null };
  });
  const servers = new Map<Surface, CellResult[]>();
  for (const result of results) {
    if (!result.surface || !result.record?.jobId) continue;
    servers.set(result.surface, [...(servers.get(result.surface) ?? []), result]);
  }
  const losses: string[] = [];
  let count = 0;
  await runAtServers([...servers], signal, async ([surface, ofServer], limit) => {
    let failure: unknown = null;
    let lost = 0;
    await mapConcurrent(ofServer, limit, signal, async (result) => {
      // A server that is down would let each of them time out.
      if (failure !== null) lost += 1;
      else {
        try {
          result.job = (await client.fetchQuery(cellJobQuery(surface, result.record?.jobId ?? ''))).job;
        } catch (error) {
          if (!(error instanceof Error && isJobGone(error))) {
            failure = error;
            lost += 1;
          }
        }
      }
      onProgress((count += 1));
    });
    if (failure !== null) losses.push(lossText(surface, lost, 'job', failure));
  });
  return { results, losses };
}

/** Identifier for the manifest. */
export function statusWord({ record, job }: CellResult): string {
  if (job) return job.status;
  return record?.outcome ?? 'waiting';
}

/** The same for people. */
export function resultText({ record, job }: CellResult): string {
  if (job) return statusText(job.status);
  return record ? outcomeText(record.outcome) : t('not sent yet');
}
