import { hasSubmittedSetting } from '@/domains/jobs/first-submission';
import { createJournal } from '../journal/journal';
import { browserLocks } from '@/lib/web-locks';
import type { Surface } from '@/api/surface';
import { useSurfaceList } from '@/api/surfaces/surface-list';
import { derivedKey } from './derived-key';
import { RELEASED, submitLabels, type OutboxCell, type OutboxEntry, isSettled } from './outbox-entry';
import { LABEL_BATCH, LABEL_SOURCE } from '../job-record/job-labels';
import { createOutboxRunner, durableOutbox } from './outbox-journal';
import { showEntry, useOutboxView } from './outbox-store';
import { checkEntry, sendEntry } from './post-job';

/** The outbox of this browser: storage, locks between tabs, and the displayed copy. */

const LOCK_PREFIX = 'flowdeck.outbox.';
const PRESS_PREFIX = 'flowdeck.press.';
const CHANNEL = 'flowdeck.outbox';

const outbox = createJournal({
  channel: CHANNEL,
  lockPrefix: LOCK_PREFIX,
  durable: durableOutbox,
  createRunner(shared) {
    const runner = createOutboxRunner({
      ...shared,
      send: sendEntry,
      look: checkEntry,
      onChange: (entry) => {
        if (entry.state.name === 'submitted') hasSubmittedSetting.set(true);
        shared.onChange(entry);
      },
    });
    const lookAgain = (isSought: (entry: OutboxEntry) => boolean) => {
      for (const entry of Object.values(useOutboxView.getState().entries)) {
        if (entry.state.name !== 'unknown' || !isSought(entry)) continue;
        void runner.actIfHeld(entry.id, { kind: 'user_look_again' }).catch(() => {});
      }
    };
    // Unreachable surfaces are checked as soon as the network is back, and removed ones as soon as they are added again.
    addEventListener('online', () => lookAgain(() => true));
    useSurfaceList.subscribe(({ surfaces }, before) => {
      const isAdded = (id: string) => !before.surfaces.some((known) => known.id === id);
      const added = new Set(surfaces.flatMap(({ id }) => (isAdded(id) ? [id] : [])));
      if (added.size > 0) lookAgain(({ surfaceId }) => added.has(surfaceId));
    });
    return runner;
  },
  onOpen: ({ isDurable }) => useOutboxView.setState({ isDurable }),
  show: showEntry,
  pack: (entry) => ({ entry }),
  unpack: ({ entry }) => entry,
});

/** Continues the entries of earlier pages, once per page. */
export const resumeOutbox = outbox.resume;

/** Applies a user action to an entry, whichever tab drives it. */
export const actOnEntry = outbox.act;

export interface SubmitRequest {
  workflowText: string;
  graphFingerprint: string;
  title: string;
  draftId: string | null;
  needsPartnerKey?: boolean;
  /** The job that the workflow was taken from. */
  sourceJobId?: string | undefined;
  /** Set for a run on another server than the workflow's own. */
  sourceKey?: string;
}

/**
 * Submits a workflow. Resolves with the entry's id once it is stored; `useOutboxView` reports the progress. While a run of the same
 * draft is in progress in any tab, a second click is the same act.
 */
export async function submitWorkflow(surface: Surface, request: SubmitRequest): Promise<string> {
  const { draftId } = request;
  if (draftId === null) return addEntry(surface, request);
  return withPressLock(draftId, async () => (await underWay(draftId)) ?? addEntry(surface, request));
}

/**
 * Submits several runs of a draft for one click, each with its own key. All are stored in one transaction before the first is sent.
 * Resolves with their ids. While an earlier click is in progress, nothing is added, and there are none.
 */
export async function submitWorkflows(
  surface: Surface,
  draftId: string,
  requests: readonly SubmitRequest[],
): Promise<string[]> {
  return withPressLock(draftId, async () => ((await underWay(draftId)) === null ? addEntries(surface, requests) : []));
}

async function underWay(draftId: string): Promise<string | null> {
  const { storage } = await outbox.open();
  const isSame = ({ state, ...entry }: OutboxEntry) =>
    entry.draftId === draftId && !entry.isDismissed && !isSettled(state) && state.name !== 'unsettled';
  return (await storage.all()).find(isSame)?.id ?? null;
}

async function addEntry(surface: Surface, request: SubmitRequest): Promise<string> {
  const [id = ''] = await addEntries(surface, [request]);
  return id;
}

async function addEntries(surface: Surface, requests: readonly SubmitRequest[]): Promise<string[]> {
  const { runner } = await outbox.open();
  const now = Date.now();
  const clickId = crypto.randomUUID();
  const entries = requests.map((request, index): OutboxEntry => {
    // Preserves the order across reloads.
    const entry = newEntry(surface, request, crypto.randomUUID(), crypto.randomUUID(), now + index);
    return requests.length > 1 ? { ...entry, batch: { id: clickId, index, count: requests.length } } : entry;
  });
  await runner.add(entries);
  return entries.map(({ id }) => id);
}

function newEntry(
  surface: Surface,
  { sourceJobId, ...request }: SubmitRequest,
  id: string,
  key: string,
  createdAt: number,
): OutboxEntry {
  return {
    id,
    surfaceId: surface.id,
    key,
    createdAt,
    ...request,
    labels: submitLabels(request.title, request.graphFingerprint, id, { sourceJobId, draftId: request.draftId }),
    firstSentAt: null,
    state: { name: 'pending', isProbe: false },
    isDismissed: false,
  };
}

export interface CellSubmission {
  surface: Surface;
  id: string;
  cell: OutboxCell;
  request: SubmitRequest;
}

/**
 * Adds the submissions of batch cells in one transaction. Only the tab that owns the batch does so, after it has read that the ids
 * are not stored. Each key is derived from the id, so that even a second entry could not create a second job.
 */
export async function submitCells(submissions: readonly CellSubmission[]): Promise<void> {
  const { runner } = await outbox.open();
  const now = Date.now();
  const entries = await Promise.all(
    submissions.map(async ({ surface, id, cell, request }): Promise<OutboxEntry> => {
      const entry = newEntry(surface, request, id, await derivedKey(id), now);
      return { ...entry, labels: { ...entry.labels, [LABEL_BATCH]: `${cell.batchId}/${cell.cell}` }, cell };
    }),
  );
  await runner.addStarted(entries);
}

/** Returns the entry as stored. The displayed one may be older, unless this tab changes it. */
export async function readEntry(id: string): Promise<OutboxEntry | null> {
  const { storage, runner } = await outbox.open();
  const shown = useOutboxView.getState().entries[id];
  // A read would wait for the writes of all other entries. Other states may be shown without being stored, on a full disk.
  const isCurrent = shown?.state.name === 'submitted' || (shown?.state.name === 'sending' && runner.isHeld(id));
  return shown && isCurrent ? shown : storage.read(id);
}

/** Dismisses the entries of cells whose outcome their batch has recorded. */
export async function releaseEntries(ids: readonly string[]): Promise<void> {
  await outbox.amendAll(ids, RELEASED);
}

/** Checks all unconfirmed submissions at once, after the user has signed in. */
export async function checkAllEntries(): Promise<void> {
  const sought = Object.values(useOutboxView.getState().entries).filter(({ state }) => state.name === 'unknown');
  await Promise.all(sought.map(({ id }) => actOnEntry(id, { kind: 'user_look_again' })));
}

export async function dismissEntry(id: string): Promise<void> {
  await outbox.amend(id, { isDismissed: true });
}

/**
 * Submits an unsettled entry again with a new key, so a second job is possible. Only on a user action, and only on the first one,
 * since it dismisses the entry.
 */
export async function sendAsNew(surface: Surface, { id }: OutboxEntry): Promise<void> {
  await withPressLock(id, async () => {
    const { storage } = await outbox.open();
    const entry = await storage.read(id);
    if (!entry || entry.isDismissed || entry.state.name !== 'unsettled') return;
    await outbox.amend(id, { isDismissed: true });
    const { workflowText, graphFingerprint, title, draftId, needsPartnerKey, sourceKey, labels } = entry;
    const sourceJobId = labels[LABEL_SOURCE];
    try {
      // Added even if a run of the same draft is in progress: this is a separate act.
      await addEntry(surface, {
        workflowText,
        graphFingerprint,
        title,
        draftId,
        sourceJobId,
        ...(needsPartnerKey === undefined ? {} : { needsPartnerKey }),
        ...(sourceKey === undefined ? {} : { sourceKey }),
      });
    } catch (error) {
      await outbox.amend(id, { isDismissed: false });
      throw error;
    }
  });
}

const pressLocks = browserLocks();

/** Serializes the clicks of all tabs on one entry or draft: each sees the effect of the previous one. */
function withPressLock<T>(id: string, work: () => Promise<T>): Promise<T> {
  return pressLocks.request(`${PRESS_PREFIX}${id}`, { signal: new AbortController().signal }, work);
}
