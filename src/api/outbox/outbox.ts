import { rememberSubmission } from '@/lib/first-use';
import type { Surface } from '../surface';
import { LABEL_GRAPH, LABEL_OUTBOX, LABEL_TITLE, type OutboxEntry } from './outbox-entry';
import { isSettled, type OutboxEvent } from './outbox-machine';
import { createOutboxRunner, type OutboxRunner } from './outbox-runner';
import { chooseOutboxStorage, type OutboxStorage } from './outbox-storage';
import { showEntry, useOutboxView } from './outbox-store';
import { lookForEntry, sendEntry } from './post-job';

/** The outbox of this browser: storage, locks between tabs, and the picture on the screen. */

const LOCK_PREFIX = 'flowdeck.outbox.';
const CHANNEL = 'flowdeck.outbox';
const MAX_TITLE = 200;

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
    withLock: storage.isDurable ? lockAcrossTabs : lockInThisTab,
    sleepUntil,
    onChange: (entry) => {
      if (entry.state.name === 'submitted') rememberSubmission();
      showEntry(entry);
      channel.postMessage({ kind: 'changed', entry } satisfies TabMessage);
    },
  });
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'changed') showEntry(data.entry);
    else void runner.actIfHeld(data.id, data.event);
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
  for (const entry of await storage.all()) {
    showEntry(entry);
    // Waits for the lock where another tab drives it, and takes over when that tab is closed.
    if (!isSettled(entry.state)) void runner.drive(entry.id);
  }
}

export interface SubmitRequest {
  workflowText: string;
  graphFingerprint: string;
  title: string;
  draftId: string | null;
}

/** One act of submitting. Resolves with the entry's id once it is written down; `useOutboxView` tells the rest. */
export async function submitWorkflow(surface: Surface, request: SubmitRequest): Promise<string> {
  const { runner } = await start();
  const id = crypto.randomUUID();
  await runner.add({
    id,
    surfaceId: surface.id,
    key: crypto.randomUUID(),
    createdAt: Date.now(),
    ...request,
    labels: {
      [LABEL_TITLE]: request.title.slice(0, MAX_TITLE),
      [LABEL_GRAPH]: request.graphFingerprint,
      [LABEL_OUTBOX]: id,
    },
    firstSentAt: null,
    state: { name: 'pending', isProbe: false },
    isDismissed: false,
  });
  return id;
}

/** The user's word on an entry, wherever it is being driven. */
export async function actOnEntry(id: string, event: OutboxEvent): Promise<void> {
  const { runner, channel } = await start();
  if (!(await runner.act(id, event))) channel.postMessage({ kind: 'act', id, event } satisfies TabMessage);
}

/** Puts an ended or unsettled entry out of sight. */
export async function dismissEntry(id: string): Promise<void> {
  const { storage, channel } = await start();
  const entry = await storage.read(id);
  if (!entry) return;
  const dismissed = { ...entry, isDismissed: true };
  await storage.write(dismissed);
  showEntry(dismissed);
  channel.postMessage({ kind: 'changed', entry: dismissed } satisfies TabMessage);
}

/** A new act of submitting for an unsettled entry: a new key, so a second job is possible. Only ever by a click. */
export async function sendAsNew(surface: Surface, entry: OutboxEntry): Promise<string> {
  await dismissEntry(entry.id);
  const { workflowText, graphFingerprint, title, draftId } = entry;
  return submitWorkflow(surface, { workflowText, graphFingerprint, title, draftId });
}

async function lockAcrossTabs(id: string, isPatient: boolean, work: () => Promise<void>): Promise<void> {
  // Absent on plain http to another machine; then tabs cannot be told apart, and the key alone protects.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) {
    await lockInThisTab(id, isPatient, work);
    return;
  }
  await locks.request(`${LOCK_PREFIX}${id}`, { ifAvailable: !isPatient }, async (lock) => {
    if (lock) await work();
  });
}

const heldHere = new Set<string>();

async function lockInThisTab(id: string, _isPatient: boolean, work: () => Promise<void>): Promise<void> {
  if (heldHere.has(id)) return;
  heldHere.add(id);
  try {
    await work();
  } finally {
    heldHere.delete(id);
  }
}

/** Sleeping laptops and throttled tabs wake late, never early; coming online again ends the wait for the network. */
async function sleepUntil(until: number, wake: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, until - Date.now()));
  });
  await Promise.race([timeout, wake]);
  clearTimeout(timer);
}
