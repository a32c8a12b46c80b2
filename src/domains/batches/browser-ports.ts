import { isApiError } from '@/api/api-error';
import { call } from '@/api/client';
import { findSurface } from '@/api/surface';
import { graphFingerprint } from '../outbox/graph-fingerprint';
import { actOnEntry, readEntry, releaseEntry, submitCell } from '../outbox/outbox';
import { useOutboxView } from '../outbox/outbox-store';
import type { BatchCell } from './batch-cell';
import type { CellStorage } from './cell-storage';
import type { BatchEntry, CellInFlight } from './batch-entry';
import { cellWorkflow, type BatchPlan } from './batch-plan';
import { cellName } from './cell-name';
import { UnusableCellError, type CellPorts, type JobReport } from './cell-ports';

const READ_TIMEOUT_MS = 20_000;

export interface PlannedWorkflow {
  workflowText: string;
  plan: BatchPlan;
}

interface BrowserPortsDeps {
  cells: CellStorage;
  readPlan: (batchId: string) => Promise<PlannedWorkflow | null>;
  onCellChange: (cell: BatchCell) => void;
}

/** The outbox, records and servers of this browser. */
export function createBrowserPorts({ cells, readPlan, onCellChange }: BrowserPortsDeps): CellPorts {
  return {
    cells: {
      read: cells.read,
      async write(cell) {
        await cells.write(cell);
        onCellChange(cell);
      },
    },
    async submit(batch, cell) {
      await submitPlanned(batch, cell, await readPlan(batch.id));
    },
    readSubmission: readEntry,
    cancelSubmission: (entryId) => actOnEntry(entryId, { kind: 'user_cancel' }),
    releaseSubmission: releaseEntry,
    followSubmissions(entryIds, onChange) {
      const before = useOutboxView.getState().entries;
      return useOutboxView.subscribe(({ entries }) => {
        if (entryIds.some((id) => entries[id] !== before[id])) onChange();
      });
    },
    readJob,
  };
}

async function submitPlanned(batch: BatchEntry, cell: CellInFlight, planned: PlannedWorkflow | null): Promise<void> {
  const surface = findSurface(cell.surfaceId);
  if (!surface) throw new UnusableCellError('The server was removed from the settings. Nothing was submitted.');
  if (!planned) throw new UnusableCellError('This browser no longer has the workflow. Nothing was submitted.');
  const workflowText = expand(planned, cell.cell);
  await submitCell(
    surface,
    cell.entryId,
    { batchId: batch.id, cell: cell.cell, attempt: cell.attempt },
    {
      workflowText,
      graphFingerprint: await graphFingerprint(workflowText),
      title: planned.plan.axes.length === 0 ? batch.title : `${batch.title} (${cellName(planned.plan, cell.cell)})`,
      draftId: null,
      needsPartnerKey: batch.needsPartnerKey,
      sourceJobId: batch.sourceJobId ?? undefined,
    },
  );
}

function expand({ workflowText, plan }: PlannedWorkflow, cell: number): string {
  try {
    return cellWorkflow(workflowText, plan, cell);
  } catch (error) {
    throw new UnusableCellError('The workflow does not have an input of this batch. Nothing was submitted.', error);
  }
}

async function readJob(surfaceId: string, jobId: string): Promise<JobReport> {
  const surface = findSurface(surfaceId);
  if (!surface) return { kind: 'unreachable', retryAfterS: null };
  try {
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    const { body } = await call(surface, 'getJob', { params: { id: jobId }, signal });
    return { kind: 'job', status: body.status, message: body.error?.message ?? null };
  } catch (error) {
    if (!isApiError(error)) return { kind: 'unreachable', retryAfterS: null };
    // A 404 without the error envelope may come from a proxy in front of a server that is down.
    if (error.status === 404 && error.code === 'not_found') return { kind: 'gone' };
    return { kind: 'unreachable', retryAfterS: error.retryAfterS };
  }
}
