import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { createJournal, type Journal } from '../journal/journal';
import { actOnEntry, releaseEntries } from '../outbox/outbox';
import { toRetry, type BatchCell } from './batch-cell';
import { createMemoryCells, durableCells, type CellStorage } from './cell-storage';
import type { BatchEntry, CellOutcome } from './batch-entry';
import type { FillIns } from '../drafts/fill-ins';
import { batchMachine, toLimit, type BatchEvent, type SettledCell } from './batch-machine';
import { cellCount, cellWorkflow, parsePlan, planProblem, serializePlan, type BatchPlan } from './batch-plan';
import { createBatchRunner } from './batch-runner';
import { durableBatches, type BatchParts } from './batch-storage';
import { hideBatch, showBatch, showCells, showChangedCells, useBatchView } from './batches-store';
import { createBrowserPorts, type PlannedWorkflow } from './browser-ports';
import { removalObstacle } from './removal';
import { removeShared, renameShared, sharedCells, sharedParts } from './batch-records';
import { sleepInHiddenTab } from './sleep-in-hidden-tab';

/** The batches of this browser: storage, locks between tabs, and the displayed copy. */

const CHANNEL = 'flowdeck.batches';
const LOCK_PREFIX = 'flowdeck.batch.';

type BatchMessage = { kind: 'cells'; cells: readonly BatchCell[] } | { kind: 'removed'; id: string };

let cells: CellStorage = durableCells;
/** The plan of the batch that started a cell last, since each cell reads it. */
let lastPlan: ({ id: string } & PlannedWorkflow) | null = null;

const journal: Journal<BatchEntry, BatchEvent, BatchParts, BatchMessage> = createJournal({
  channel: CHANNEL,
  lockPrefix: LOCK_PREFIX,
  durable: durableBatches,
  createRunner: (shared, post) =>
    createBatchRunner({
      ...shared,
      sleepUntil: sleepInHiddenTab,
      ports: createBrowserPorts({
        cells,
        readPlan: readBatchPlan,
        onCellsChange(changed) {
          showChangedCells(changed);
          post({ kind: 'cells', cells: changed });
        },
      }),
    }),
  onOpen({ isDurable }) {
    if (!isDurable) cells = createMemoryCells();
    useBatchView.setState({ isDurable });
  },
  show: showBatch,
  pack: (batch) => ({ batch }),
  unpack: ({ batch }) => batch,
  onMessage(message) {
    if (message.kind === 'cells') showChangedCells(message.cells);
    else hideBatch(message.id);
  },
});

/** Continues the batches of earlier pages, once per page. */
export const resumeBatches = journal.resume;

export interface BatchRequest {
  title: string;
  workflowText: string;
  plan: BatchPlan;
  /** Maximum number of jobs in flight. */
  limit: number;
  /** Number of jobs after which the batch pauses itself, again after each such pause; absent: it does not. */
  cap?: number;
  /** Servers that run cells; by default the given one only. */
  surfaceIds?: readonly string[];
  draftId: string | null;
  needsPartnerKey: boolean;
  /** Texts that are filled in when a cell starts, with what differs then: the time, and choices that are drawn. */
  fillIns?: FillIns | undefined;
  /** The job that the workflow was taken from. */
  sourceJobId?: string | undefined;
}

/**
 * Starts a batch. Resolves with its id once it is stored; `useBatchView` reports the progress.
 * @throws Error if the plan does not fit the workflow, or if it could not be stored
 */
export async function startBatch(surface: Surface, request: BatchRequest): Promise<string> {
  const { title, workflowText, plan, draftId, needsPartnerKey, sourceJobId } = request;
  const problem = planProblem(plan);
  if (problem !== null) throw new Error(problem);
  // All cells set the same inputs, so the first one shows whether the workflow has them.
  cellWorkflow(workflowText, plan, 0);
  const { runner } = await journal.open();
  const now = Date.now();
  const id = crypto.randomUUID();
  const batch: BatchEntry = {
    id,
    createdAt: now,
    surfaceId: surface.id,
    surfaceIds: [...new Set([surface.id, ...(request.surfaceIds ?? [])])],
    title,
    draftId,
    sourceJobId: sourceJobId ?? null,
    needsPartnerKey,
    ...(request.fillIns === undefined ? {} : { fillIns: request.fillIns }),
    axes: plan.axes.map(({ label, rows }) => ({ label, count: rows.length })),
    count: cellCount(plan),
    limit: toLimit(request.limit),
    ...(request.cap === undefined ? {} : { cap: request.cap }),
    next: 0,
    retries: [],
    inFlight: [],
    tally: { succeeded: 0, failed: 0, canceled: 0, refused: 0, unsettled: 0 },
    failuresInRow: 0,
    isPaused: false,
    pauseReason: null,
    pausedAt: null,
    isStopped: false,
    finishedAt: null,
    state: { name: 'ready', until: now },
  };
  await runner.add([batch], { plan: serializePlan(plan), workflow: workflowText });
  return id;
}

export type BatchAction =
  | { kind: 'user_pause' | 'user_resume' | 'user_stop' }
  | { kind: 'user_retry'; cells: readonly number[] }
  | { kind: 'user_settle'; cell: SettledCell; as: CellOutcome }
  | { kind: 'user_limit'; limit: number };

/** Applies a user action, whichever tab runs the batch. @throws if the action could not be stored; it is then undone */
export async function actOnBatch(id: string, action: BatchAction): Promise<void> {
  if (isElsewhere(id)) throw new Error(t('Another browser runs this batch.'));
  await journal.act(id, action.kind === 'user_retry' ? await planRetry(id, action.cells) : action);
}

async function planRetry(id: string, retried: readonly number[]): Promise<BatchEvent> {
  await journal.open();
  const records = await Promise.all([...new Set(retried)].map((cell) => cells.read(id, cell)));
  return { kind: 'user_retry', cells: records.flatMap((record) => (record ? toRetry(record) : [])) };
}

export async function renameBatch(id: string, title: string): Promise<void> {
  if (!isElsewhere(id)) await journal.amend(id, { title });
  await renameShared(id, title);
}

/**
 * Deletes a batch with its plan and cell records, for all browsers of the gateway. Its jobs stay.
 * @throws Error while a cell is in flight or can be started, unless its server was removed
 */
export async function removeBatch(id: string): Promise<void> {
  const { storage, runner, post } = await journal.open();
  // Not as stored: the state of a batch in progress is written with its next change.
  const batch = useBatchView.getState().entries[id] ?? (await storage.read(id));
  if (batch?.elsewhere) {
    const obstacle = removalObstacle(batch);
    if (obstacle !== null) throw new Error(obstacle);
    await removeShared([batch]);
    hideBatch(id);
    return;
  }
  if (batch && batchMachine.isActive(batch)) {
    const obstacle = removalObstacle(batch);
    if (obstacle !== null) throw new Error(obstacle);
    await abandonCells(batch);
    // Whichever tab runs it has written it for the last time once this tab had the lock.
    await runner.drive(id);
  }
  await storage.remove([id]);
  if (!storage.isDurable) await cells.remove([id]);
  else if (batch) await removeShared([batch]);
  hideBatch(id);
  post({ kind: 'removed', id });
}

/** Gives up the cells in flight, all on removed servers. A server that is added again must not get their submissions. */
async function abandonCells({ id, inFlight }: BatchEntry): Promise<void> {
  for (const { entryId, jobId } of inFlight) if (jobId === null) await actOnEntry(entryId, { kind: 'user_cancel' });
  await releaseEntries(inFlight.map(({ entryId }) => entryId));
  await journal.act(id, { kind: 'user_abandon', surfaceIds: inFlight.map(({ surfaceId }) => surfaceId) });
}

/** Returns the workflow and plan of a batch, or `null` if neither this browser nor its gateway has them. */
export async function readBatchPlan(id: string): Promise<PlannedWorkflow | null> {
  if (lastPlan?.id === id) return lastPlan;
  const { storage } = await journal.open();
  const [workflowText, planText] = await Promise.all([storage.readPart(id, 'workflow'), storage.readPart(id, 'plan')]);
  const shared = workflowText === null || planText === null ? await sharedParts(id) : null;
  const [workflow, plan] = [workflowText ?? shared?.workflow, planText ?? shared?.plan];
  if (workflow === undefined || plan === undefined) return null;
  lastPlan = { id, workflowText: workflow, plan: parsePlan(plan) };
  return lastPlan;
}

/** Shows the cell records of a batch from now on. */
export async function openBatchCells(id: string): Promise<void> {
  if (useBatchView.getState().cells[id]) return;
  await journal.open();
  showCells(id, []);
  showCells(id, await allCells(id));
}

/** Returns the first cells that have succeeded and whose job is known. */
export async function readFirstResults(id: string, count: number): Promise<BatchCell[]> {
  await journal.open();
  const known = useBatchView.getState().cells[id] ?? (await allCells(id));
  return known.filter(({ outcome, jobId }) => outcome === 'succeeded' && jobId !== null).slice(0, count);
}

async function allCells(id: string): Promise<BatchCell[]> {
  const batch = useBatchView.getState().entries[id];
  return batch?.elsewhere ? sharedCells(batch) : cells.all(id);
}

/** Whether another browser runs the batch. */
function isElsewhere(id: string): boolean {
  return useBatchView.getState().entries[id]?.elsewhere !== undefined;
}

/** What is stored of the batches of this browser, to keep a copy on the gateway; `null` if they last until the page closes only. */
export async function storedBatches() {
  const { storage } = await journal.open();
  if (!storage.isDurable) return null;
  return {
    read: storage.read,
    async readParts(id: string): Promise<BatchParts | null> {
      const [plan, workflow] = await Promise.all([storage.readPart(id, 'plan'), storage.readPart(id, 'workflow')]);
      return plan === null || workflow === null ? null : { plan, workflow };
    },
    cells: (id: string) => cells.all(id),
    amend: journal.amend,
  };
}
