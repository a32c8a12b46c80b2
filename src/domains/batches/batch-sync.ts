import { hasGateway } from '@/api/surfaces/has-gateway';
import { oneAtATime } from '@/lib/one-at-a-time';
import { onRecordsChanged } from '../curated/records-channel';
import type { BatchEntry } from './batch-entry';
import { batchMachine } from './batch-machine';
import { removeBatch, resumeBatches, storedBatches } from './batches';
import { hideBatch, replaceCells, showBatch, useBatchView } from './batches-store';
import {
  entryText,
  removeShared,
  shareBatch,
  sharedBatches,
  sharedCells,
  sharedEntry,
  shareCells,
} from './batch-records';

/** Changes of a running batch are shared this often: short jobs change it a hundred times per second. */
const SHARE_EVERY_MS = 5000;
/** A batch in progress is reported even if nothing changes, so that others know that its browser is open. */
const REPORT_EVERY_MS = 5 * 60_000;

/**
 * Keeps a copy of the batches of this browser on its gateway, and shows those of other browsers, which only these can continue. Also
 * shares batches of earlier versions. Resolves once those of other browsers are shown (decision 131).
 */
export async function syncBatches(): Promise<void> {
  await resumeBatches();
  if (!hasGateway()) return;
  const stored = await storedBatches();
  if (!stored) return;
  const changed = new Set(own().map(({ id }) => id));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const share = async () => {
    const ids = [...changed];
    changed.clear();
    for (const id of ids) {
      const batch = useBatchView.getState().entries[id];
      if (batch && !batch.elsewhere) await shareOne(batch, stored).catch(() => changed.add(id));
    }
    timer = undefined;
    if (changed.size > 0) schedule();
  };
  const schedule = (delay = SHARE_EVERY_MS) => {
    timer ??= setTimeout(() => void share(), delay);
  };
  useBatchView.subscribe(({ entries }, before) => {
    if (entries === before.entries) return;
    for (const batch of Object.values(entries)) {
      if (batch !== before.entries[batch.id] && !batch.elsewhere) changed.add(batch.id);
    }
    if (changed.size > 0) schedule();
  });
  // In turn: what is shown at last is what was read last.
  const followBatches = oneAtATime(() => follow(stored));
  const followOpenCells = oneAtATime(followCells);
  onRecordsChanged((kind) => {
    if (kind === 'batch') void followBatches().catch(() => {});
    else if (kind === 'batch_cells') void followOpenCells().catch(() => {});
  });
  setInterval(() => {
    for (const batch of own()) {
      if (batchMachine.isActive(batch)) void reportBatch(batch, stored).catch(() => {});
    }
  }, REPORT_EVERY_MS);
  schedule(0);
  await followBatches().catch(() => {});
}

type Stored = NonNullable<Awaited<ReturnType<typeof storedBatches>>>;

function own(): BatchEntry[] {
  return Object.values(useBatchView.getState().entries).filter(({ elsewhere }) => !elsewhere);
}

/** Writes the records of a batch that differ from it. */
export async function shareOne(batch: BatchEntry, stored: Stored): Promise<void> {
  const text = await sharedEntry(batch.id);
  // Deleted by another browser: `follow` deletes it here.
  if (text === null && batch.isShared && !batchMachine.isActive(batch)) return;
  if (text !== entryText(batch)) {
    await unlessDeleted(batch, stored, async () => {
      // Cells first: what a reader counts, it can list.
      await shareCells(batch.id, await stored.cells(batch.id));
      await shareBatch(batch, () => stored.readParts(batch.id));
    });
  }
  if (!batch.isShared) await stored.amend(batch.id, { isShared: true });
}

function reportBatch(batch: BatchEntry, stored: Stored): Promise<void> {
  return unlessDeleted(batch, stored, () => shareBatch(batch, () => stored.readParts(batch.id)));
}

/**
 * A deletion removes the stored batch before its records. So if the batch is still stored after the write, a deletion removes what was
 * written; otherwise that may have come too late.
 */
async function unlessDeleted(batch: BatchEntry, stored: Stored, write: () => Promise<void>): Promise<void> {
  if ((await stored.read(batch.id)) === null) return;
  await write();
  if ((await stored.read(batch.id)) === null) await removeShared([batch]);
}

/** Shows what other browsers changed: their batches, and titles and deletions of those of this browser. */
async function follow(stored: Stored): Promise<void> {
  const shared = new Map((await sharedBatches()).map((batch) => [batch.id, batch]));
  const { entries } = useBatchView.getState();
  for (const batch of shared.values()) {
    const known = entries[batch.id];
    if (known && !known.elsewhere) {
      if (known.title !== batch.title && known.isShared) await stored.amend(batch.id, { title: batch.title });
    } else if (await stored.read(batch.id)) {
      // Not shown yet by this tab.
    } else if (!known || isChanged(known, batch)) showBatch(batch);
  }
  for (const batch of Object.values(entries)) {
    if (shared.has(batch.id)) continue;
    if (batch.elsewhere) hideBatch(batch.id);
    else if (batch.isShared && !batchMachine.isActive(batch) && (await sharedEntry(batch.id)) === null) {
      await removeBatch(batch.id);
    }
  }
}

function isChanged(known: BatchEntry, batch: BatchEntry): boolean {
  const isOther = known.title !== batch.title || known.elsewhere?.seenAt !== batch.elsewhere?.seenAt;
  return isOther || entryText(known) !== entryText(batch);
}

/** Reads the cells of batches of other browsers that this page has opened. */
async function followCells(): Promise<void> {
  const { entries, cells } = useBatchView.getState();
  for (const id of Object.keys(cells)) {
    const batch = entries[id];
    if (batch?.elsewhere) replaceCells(id, await sharedCells(batch));
  }
}
