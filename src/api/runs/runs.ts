import { sleepUntil } from '@/lib/sleep-until';
import { withConnection } from '../connections';
import { findSurface, isOwnGateway, type Surface } from '../surface';
import { creditsUrlInText, learnCredits } from '../surfaces/credits';
import { createTabLock } from '../tab-locks';
import { prefersQueue } from './queue-choice';
import type { RunEvent } from './run-machine';
import { bucketOfFailure } from './retry-decision';
import type { SentRun } from './read-response';
import type { RunFailure, RunRecord, RunStage } from './run-record';
import { createRunRunner, type RunRunner } from './run-runner';
import { chooseRunStorage, type RunAmendment, type RunStorage } from './run-storage';
import { postRun } from './post-run';
import { hideRuns, showRun, showStage, useRunsView } from './runs-store';

/** The runs of this browser: storage, locks between tabs, and the picture on the screen. */

const CHANNEL = 'flowdeck.runs';
const LOCK_PREFIX = 'flowdeck.run.';

type TabMessage =
  | { kind: 'changed'; run: RunRecord }
  | { kind: 'stage'; id: string; stage: RunStage }
  | { kind: 'removed'; ids: readonly string[] }
  | { kind: 'act'; id: string; event: RunEvent }
  | { kind: 'amend'; id: string; change: RunAmendment };

interface Runs {
  storage: RunStorage;
  runner: RunRunner;
  tell: (message: TabMessage) => void;
}

/** Results for which there was no room, as long as this page lives. */
const unkept = new Map<string, Blob>();

let started: Promise<Runs> | null = null;

function start(): Promise<Runs> {
  started ??= open();
  return started;
}

async function open(): Promise<Runs> {
  const storage = await chooseRunStorage();
  useRunsView.setState({ isDurable: storage.isDurable });
  const channel = new BroadcastChannel(CHANNEL);
  const tell = (message: TabMessage) => channel.postMessage(message);
  const setStage = (id: string, stage: RunStage) => {
    showStage(id, stage);
    tell({ kind: 'stage', id, stage });
  };
  const runner = createRunRunner({
    storage,
    now: () => Date.now(),
    send: async (run, signal) => {
      const bodyText = (await storage.readBody(run.id)) ?? '';
      const onStage = (stage: RunStage) => setStage(run.id, stage);
      const sent = await sendRun(run, bodyText, { signal, onStage });
      if (sent.outcome.kind === 'failure') learnFromFailure(run, sent.outcome.failure);
      return sent;
    },
    // Its requests are short ones.
    withConnection: (run, signal, work) => (run.delivery === 'queue' ? work() : withConnection('run', signal, work)),
    withLock: createTabLock(LOCK_PREFIX, storage.isDurable),
    sleepUntil,
    knowsItsCalls: ({ surfaceId }) => isOwnGateway(findSurface(surfaceId)),
    hasOtherCalls: (id) => inFlight().some((run) => run.id !== id),
    onChange: (run) => {
      const wasInFlight = useRunsView.getState().records[run.id]?.state.name === 'in_flight';
      showRun(run);
      tell({ kind: 'changed', run });
      if (wasInFlight && run.state.name !== 'in_flight') void wakeNext(run);
    },
    onStage: setStage,
    onUnkeptResult: (id, result) => unkept.set(id, result),
  });
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'act') void runner.actIfHeld(data.id, data.event).catch(() => {});
    else if (data.kind === 'amend') runner.amendIfHeld(data.id, data.change);
    else if (data.kind === 'stage') showStage(data.id, data.stage);
    else if (data.kind === 'removed') hideRuns(data.ids);
    else {
      showRun(data.run);
      // Waits for the lock, and takes over where the other tab is closed before the end.
      runner.follow(data.run);
    }
  });
  return { storage, runner, tell };
}

async function sendRun(run: RunRecord, bodyText: string, options: Parameters<typeof postRun>[2]): Promise<SentRun> {
  if (run.delivery !== 'queue') return postRun(run, bodyText, options);
  const { callThroughQueue } = await import('./call-through-queue');
  return callThroughQueue(run, bodyText, options);
}

function learnFromFailure({ surfaceId }: RunRecord, failure: RunFailure): void {
  const surface = findSurface(surfaceId);
  if (!surface || bucketOfFailure(failure) !== 'insufficient_credits') return;
  learnCredits(surface, creditsUrlInText(failure.detail));
}

function inFlight(): RunRecord[] {
  return Object.values(useRunsView.getState().records).filter(({ state }) => state.name === 'in_flight');
}

/** A call of ours has ended: the one that has waited longest for that goes next. */
async function wakeNext(ended: RunRecord): Promise<void> {
  const [next] = Object.values(useRunsView.getState().records)
    .filter(({ id, surfaceId, state }) => {
      if (id === ended.id || surfaceId !== ended.surfaceId) return false;
      return state.name === 'retry_wait' && state.untilOwnCallEnds;
    })
    .sort((left, right) => left.createdAt - right.createdAt);
  if (next) await actOnRun(next.id, { kind: 'own_call_ended' });
}

let resumed: Promise<void> | null = null;

/** Shows whatever an earlier page left, and goes on with what is still waited for, once per page. */
export function resumeRuns(): Promise<void> {
  resumed ??= resume();
  return resumed;
}

async function resume(): Promise<void> {
  const { storage, runner } = await start();
  for (const run of (await storage.all()).toReversed()) {
    showRun(run);
    runner.follow(run);
  }
}

export interface RunRequest {
  modelId: string;
  /** The body as it goes out. */
  bodyText: string;
  chargesOnPolicyRejection: string | null;
  isFree: boolean;
  /** The run at another server that this one repeats. */
  ranFrom?: string | undefined;
}

/** One click on Run: a key and a body of its own. Resolves with the id once both are written down. */
export async function runModel(surface: Surface, request: RunRequest): Promise<string> {
  const { runner } = await start();
  const { modelId, bodyText, chargesOnPolicyRejection, isFree, ranFrom } = request;
  const id = crypto.randomUUID();
  const isQueued = await isForQueue(surface, modelId);
  const now = Date.now();
  await runner.add(
    {
      id,
      surfaceId: surface.id,
      modelId,
      key: crypto.randomUUID(),
      createdAt: now,
      bodyBytes: new Blob([bodyText]).size,
      chargesOnPolicyRejection,
      isFree,
      ...(isQueued ? { delivery: 'queue' as const } : {}),
      firstSentAt: null,
      sentAt: null,
      tries: 0,
      faults: 0,
      mayHaveRun: false,
      state: { name: 'pending', since: now, isUnwritten: false },
      spend: null,
      isPinned: false,
      isDismissed: false,
      ...(ranFrom === undefined ? {} : { ranFrom }),
    },
    bodyText,
  );
  return id;
}

/** Decided once: the key of a run belongs to its delivery. */
async function isForQueue(surface: Surface, modelId: string): Promise<boolean> {
  const runs = Object.values(useRunsView.getState().records);
  if (!prefersQueue(runs, surface.id, modelId)) return false;
  const { offersQueue } = await import('./queue-offer');
  return offersQueue(surface);
}

/** The user's word on a run, wherever it is being driven. */
export async function actOnRun(id: string, event: RunEvent): Promise<void> {
  const { runner, tell } = await start();
  if (!(await runner.act(id, event))) tell({ kind: 'act', id, event });
}

/** Puts the notice of a run away, or pins it in the history. */
export async function amendRun(id: string, change: RunAmendment): Promise<void> {
  const { runner, tell } = await start();
  await runner.amend(id, change);
  // The tab that drives it writes the record again, and has to know.
  tell({ kind: 'amend', id, change });
}

/** Takes runs out of this browser: record, body, result and picture. What is under way stays. */
export async function removeRuns(ids: readonly string[]): Promise<void> {
  const { storage, tell } = await start();
  await storage.remove(ids);
  hideRuns(ids);
  tell({ kind: 'removed', ids });
}

/** Null where there is none, or it ended with the page that received it. */
export async function readRunResult(id: string): Promise<Blob | null> {
  const { storage } = await start();
  return unkept.get(id) ?? storage.readResult(id);
}

export async function readRunBody(id: string): Promise<string | null> {
  const { storage } = await start();
  return storage.readBody(id);
}
