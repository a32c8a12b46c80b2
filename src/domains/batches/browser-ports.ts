import type { Job } from '@contract/jobs/schemas';
import { isApiError, isServerRemoved } from '@/api/api-error';
import { call } from '@/api/client';
import { useLiveStore } from '@/api/live/live-store';
import { findSurface, type Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { fillIn, runMoment } from '../drafts/fill-ins';
import { readJobTogether } from './read-jobs';
import { graphFingerprint } from '../outbox/graph-fingerprint';
import { actOnEntry, readEntry, releaseEntries, submitCells, type CellSubmission } from '../outbox/outbox';
import type { OutboxEntry } from '../outbox/outbox-entry';
import { useOutboxView } from '../outbox/outbox-store';
import type { BatchCell } from './batch-cell';
import type { CellStorage } from './cell-storage';
import type { BatchEntry, CellInFlight } from './batch-entry';
import { cellWorkflow, type BatchPlan } from './batch-plan';
import { cellName } from './cell-name';
import type { CellPorts, JobReport, UnusableCell } from './cell-ports';

const READ_TIMEOUT_MS = 20_000;

export interface PlannedWorkflow {
  workflowText: string;
  plan: BatchPlan;
}

interface BrowserPortsDeps {
  cells: CellStorage;
  readPlan: (batchId: string) => Promise<PlannedWorkflow | null>;
  onCellsChange: (cells: readonly BatchCell[]) => void;
}

/** The outbox, records and servers of this browser. */
export function createBrowserPorts({ cells, readPlan, onCellsChange }: BrowserPortsDeps): CellPorts {
  return {
    cells: {
      read: cells.read,
      async write(written) {
        await cells.write(written);
        onCellsChange(written);
      },
    },
    async submit(batch, planned) {
      const plan = await readPlan(batch.id);
      const unusable: UnusableCell[] = [];
      const submissions: CellSubmission[] = [];
      const ready = await Promise.all(
        planned.map(async (cell) => {
          const surface = findSurface(cell.surfaceId);
          return { cell, prepared: surface && (await prepare(surface, batch, cell, plan)) };
        }),
      );
      for (const { cell, prepared } of ready) {
        if (prepared === null) unusable.push({ cell, isServerRemoved: true });
        else if (typeof prepared === 'string') unusable.push({ cell, isServerRemoved: false, message: prepared });
        else submissions.push(prepared);
      }
      if (submissions.length > 0) await submitCells(submissions);
      return unusable;
    },
    readSubmission: readEntry,
    cancelSubmission: (entryId) => actOnEntry(entryId, { kind: 'user_cancel' }),
    releaseSubmissions: releaseEntries,
    followSubmissions(entryIds, onChange) {
      const before = useOutboxView.getState().entries;
      return useOutboxView.subscribe(({ entries }) => {
        if (entryIds.some((id) => entries[id] !== before[id] && !isOnItsWay(entries[id]))) onChange();
      });
    },
    followJobs(cells, onEnd) {
      const report = ({ overlays }: Pick<ReturnType<typeof useLiveStore.getState>, 'overlays'>) => {
        for (const cell of cells) {
          if (cell.jobId !== null && overlays[cell.surfaceId]?.[cell.jobId]?.isFinished === true) onEnd(cell);
        }
      };
      report(useLiveStore.getState());
      return useLiveStore.subscribe(report);
    },
    readJob,
  };
}

/** The batch learns nothing from these states. */
function isOnItsWay(entry: OutboxEntry | undefined): boolean {
  return entry?.state.name === 'pending' || entry?.state.name === 'sending';
}

/** Returns the submission of a cell, or why there is none. */
async function prepare(
  surface: Surface,
  batch: BatchEntry,
  cell: CellInFlight,
  planned: PlannedWorkflow | null,
): Promise<CellSubmission | string> {
  if (!planned) return t('This browser no longer has the workflow. Nothing was submitted.');
  const cellText = expand(planned, cell.cell);
  if (cellText === null) return t('The workflow does not have an input of this batch. Nothing was submitted.');
  const workflowText = fillIn(cellText, batch.fillIns, runMoment());
  return {
    surface,
    id: cell.entryId,
    cell: { batchId: batch.id, cell: cell.cell, attempt: cell.attempt },
    request: {
      workflowText,
      graphFingerprint: await graphFingerprint(workflowText),
      title: planned.plan.axes.length === 0 ? batch.title : `${batch.title} (${cellName(planned.plan, cell.cell)})`,
      draftId: null,
      needsPartnerKey: batch.needsPartnerKey,
      sourceJobId: batch.sourceJobId ?? undefined,
    },
  };
}

function expand({ workflowText, plan }: PlannedWorkflow, cell: number): string | null {
  try {
    return cellWorkflow(workflowText, plan, cell);
  } catch {
    return null;
  }
}

async function readJob(surfaceId: string, jobId: string): Promise<JobReport> {
  const surface = findSurface(surfaceId);
  if (!surface) return { kind: 'removed' };
  try {
    const { status, error } = (await readWithOthers(surface, jobId)) ?? (await readAlone(surface, jobId));
    return { kind: 'job', status, message: error?.message ?? null };
  } catch (error) {
    if (isServerRemoved(error)) return { kind: 'removed' };
    if (!isApiError(error)) return { kind: 'unreachable', retryAfterS: null };
    // A 404 without the error envelope may come from a proxy in front of a server that is down.
    if (error.status === 404 && error.code === 'not_found') return { kind: 'gone' };
    return { kind: 'unreachable', retryAfterS: error.retryAfterS };
  }
}

/** A Flowdeck gateway returns several jobs in one response. The lists of other servers may omit why a job failed. */
async function readWithOthers(surface: Surface, jobId: string): Promise<Job | null> {
  return surface.kind === 'gateway' ? ((await readJobTogether(surface, jobId))?.job ?? null) : null;
}

async function readAlone(surface: Surface, jobId: string): Promise<Job> {
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
  return (await call(surface, 'getJob', { params: { id: jobId }, signal })).body;
}
