import { rememberSubmission } from '@/lib/first-use';
import { sleepUntil } from '@/lib/sleep-until';
import { browserLocks } from '../local-locks';
import type { Surface } from '../surface';
import { createTabLock } from '../tab-locks';
import { LABEL_SOURCE, submitLabels, type OutboxEntry } from './outbox-entry';
import type { OutboxEvent } from './outbox-machine';
import { isSettled } from './outbox-state';
import { createOutboxRunner, type OutboxRunner } from './outbox-runner';
import { chooseOutboxStorage, type OutboxStorage } from './outbox-storage';
import { showEntry, useOutboxView } from './outbox-store';
import { lookForEntry, sendEntry } from './post-job';

/** The outbox of this browser: storage, locks between tabs, and the picture on the screen. */

const LOCK_PREFIX = 'flowdeck.outbox.';
const PRESS_PREFIX = 'flowdeck.press.';
const CHANNEL = 'flowdeck.outbox';

type TabMessage = { kind: 'changed'; entry: OutboxEntry } | { kind: 'act'; id: string; event: OutboxEvent };

interface Outbox {
  storage: OutboxStorage;
  runner: OutboxRunner;
  channel: BroadcastChannel;
}

let started: Promise<Outbox> | null = null;

function start(): Promise<Outbox> {
  started ??= open();
  return started;
}

async function open(): Promise<Outbox> {
  const storage = await chooseOutboxStorage();
  useOutboxView.setState({ isDurable: storage.isDurable });
  const channel = new BroadcastChannel(CHANNEL);
  const runner = createOutboxRunner({
    storage,
    now: () => Date.now(),
    send: sendEntry,
    look: lookForEntry,
    withLock: createTabLock(LOCK_PREFIX, storage.isDurable),
    sleepUntil,
    onChange: (entry) => {
      if (entry.state.name === 'submitted') rememberSubmission();
      showEntry(entry);
      channel.postMessage({ kind: 'changed', entry } satisfies TabMessage);
    },
  });
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'act') {
      void runner.actIfHeld(data.id, data.event).catch(() => {});
      return;
    }
    showEntry(data.entry);
    // Waits for the lock, and takes over where the other tab is closed before the end.
    runner.follow(data.entry);
  });
  // What is out of reach is looked for as soon as the network is back.
  addEventListener('online', () => {
    for (const { id, state } of Object.values(useOutboxView.getState().entries)) {
      if (state.name === 'unknown') void runner.actIfHeld(id, { kind: 'user_look_again' }).catch(() => {});
    }
  });
  return { storage, runner, channel };
}

let resumed: Promise<void> | null = null;

/** Goes on with whatever an earlier page left, once per page. */
export function resumeOutbox(): Promise<void> {
  resumed ??= resume();
  return resumed;
}

async function resume(): Promise<void> {
  const { storage, runner } = await start();
  // Oldest first: the runs of a batch line up in this order.
  const entries = (await storage.all()).sort((left, right) => left.createdAt - right.createdAt);
  for (const entry of entries) {
    showEntry(entry);
    runner.follow(entry);
  }
}

export interface SubmitRequest {
  workflowText: string;
  graphFingerprint: string;
  title: string;
  draftId: string | null;
  needsPartnerKey?: boolean;
  /** The job that the workflow was taken from. */
  sourceJobId?: string | undefined;
  /** Of a run at another server than the one that the workflow comes from. */
  sourceKey?: string;
}

/**
 * One act of submitting. Resolves with the entry's id once it is written down; `useOutboxView` tells the rest. While a run
 * of the same draft is under way, in whichever tab, a second press is the same act.
 */
export async function submitWorkflow(surface: Surface, request: SubmitRequest): Promise<string> {
  const { draftId } = request;
  if (draftId === null) return addEntry(surface, request);
  return withPressLock(draftId, async () => (await underWay(draftId)) ?? addEntry(surface, request));
}

/**
 * One click that starts several runs of a draft: each is a submission of its own, with its own key, and all are written
 * down in one step before the first is sent. While an earlier click is in progress, nothing is added.
 */
export async function submitWorkflows(
  surface: Surface,
  draftId: string,
  requests: readonly SubmitRequest[],
): Promise<void> {
  await withPressLock(draftId, async () => {
    if ((await underWay(draftId)) === null) await addEntries(surface, requests);
  });
}

async function underWay(draftId: string): Promise<string | null> {
  const { storage } = await start();
  const isSame = ({ state, ...entry }: OutboxEntry) =>
    entry.draftId === draftId && !entry.isDismissed && !isSettled(state) && state.name !== 'unsettled';
  return (await storage.all()).find(isSame)?.id ?? null;
}

async function addEntry(surface: Surface, request: SubmitRequest): Promise<string> {
  const [id = ''] = await addEntries(surface, [request]);
  return id;
}

async function addEntries(surface: Surface, requests: readonly SubmitRequest[]): Promise<string[]> {
  const { runner } = await start();
  const now = Date.now();
  const batchId = crypto.randomUUID();
  const entries = requests.map(({ sourceJobId, ...request }, index): OutboxEntry => {
    const id = crypto.randomUUID();
    return {
      id,
      surfaceId: surface.id,
      key: crypto.randomUUID(),
      // Their order survives a reload.
      createdAt: now + index,
      ...request,
      labels: submitLabels(request.title, request.graphFingerprint, id, sourceJobId),
      firstSentAt: null,
      state: { name: 'pending', isProbe: false },
      isDismissed: false,
      ...(requests.length > 1 ? { batch: { id: batchId, index, count: requests.length } } : {}),
    };
  });
  await runner.add(...entries);
  return entries.map(({ id }) => id);
}

/** The user's word on an entry, wherever it is being driven. */
export async function actOnEntry(id: string, event: OutboxEvent): Promise<void> {
  const { runner, channel } = await start();
  if (!(await runner.act(id, event))) channel.postMessage({ kind: 'act', id, event } satisfies TabMessage);
}

/** Looks at once for whatever job is still looked for: somebody has signed in. */
export async function lookForAllNow(): Promise<void> {
  const sought = Object.values(useOutboxView.getState().entries).filter(({ state }) => state.name === 'unknown');
  await Promise.all(sought.map(({ id }) => actOnEntry(id, { kind: 'user_look_again' })));
}

/** Puts an ended or unsettled entry out of sight. */
export async function dismissEntry(id: string): Promise<void> {
  await setDismissed(id, true);
}

async function setDismissed(id: string, isDismissed: boolean): Promise<void> {
  const { storage, channel } = await start();
  const entry = await storage.read(id);
  if (!entry) return;
  const changed = { ...entry, isDismissed };
  await storage.write(changed);
  showEntry(changed);
  channel.postMessage({ kind: 'changed', entry: changed } satisfies TabMessage);
}

/**
 * A new act of submitting for an unsettled entry: a new key, so a second job is possible. Only ever by a click, and by the
 * first one only: it puts the entry away.
 */
export async function sendAsNew(surface: Surface, { id }: OutboxEntry): Promise<void> {
  await withPressLock(id, async () => {
    const { storage } = await start();
    const entry = await storage.read(id);
    if (!entry || entry.isDismissed || entry.state.name !== 'unsettled') return;
    await setDismissed(id, true);
    const { workflowText, graphFingerprint, title, draftId, needsPartnerKey, sourceKey, labels } = entry;
    const sourceJobId = labels[LABEL_SOURCE];
    try {
      // Asked for by name: a run of the same draft that is under way is another act, and does not stand for this one.
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
      await setDismissed(id, false);
      throw error;
    }
  });
}

const pressLocks = browserLocks();

/** The clicks of all tabs on one thing take their turns: each sees what the one before has done. */
function withPressLock<T>(id: string, work: () => Promise<T>): Promise<T> {
  return pressLocks.request(`${PRESS_PREFIX}${id}`, { signal: new AbortController().signal }, work);
}
