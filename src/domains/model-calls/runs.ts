import { keyLockedError } from '@/api/api-error';
import { withConnection } from '@/api/connections';
import { createJournal, type Journal } from '../journal/journal';
import { findSurface, isOwnGateway, type Surface } from '@/api/surface';
import { creditsUrlInText, recordCreditsUrl } from '@/api/surfaces/credits';
import { callThroughQueue } from './call-through-queue';
import { prefersQueue } from './queue-choice';
import { offersQueue } from '@/api/surfaces/queue-offer';
import type { RunEvent } from './run-machine';
import { bucketOfFailure } from './retry-decision';
import { lost, type SentRun } from './read-response';
import type { RunFailure, RunRecord, RunStage } from './run-record';
import { createRunRunner, durableRuns, type RunParts } from './run-journal';
import { postRun } from './post-run';
import { hideRuns, showRun, showStage, useRunsView } from './runs-store';

/** The runs of this browser: storage, locks between tabs, and the displayed copy. */

const CHANNEL = 'flowdeck.runs';
const LOCK_PREFIX = 'flowdeck.run.';

type RunMessage = { kind: 'stage'; id: string; stage: RunStage } | { kind: 'removed'; ids: readonly string[] };

/** Changes of a record that do not affect its state. */
type RunAmendment = Partial<Pick<RunRecord, 'isPinned' | 'isDismissed'>>;

/** Results that could not be stored, held until the page closes. */
const unsaved = new Map<string, Blob>();

const journal: Journal<RunRecord, RunEvent, RunParts, RunMessage> = createJournal({
  channel: CHANNEL,
  lockPrefix: LOCK_PREFIX,
  durable: durableRuns,
  createRunner(shared, post) {
    const setStage = (id: string, stage: RunStage) => {
      showStage(id, stage);
      post({ kind: 'stage', id, stage });
    };
    return createRunRunner({
      ...shared,
      send: async (run, signal) => {
        const bodyText = (await shared.storage.readPart(run.id, 'body')) ?? '';
        const onStage = (stage: RunStage) => setStage(run.id, stage);
        const sent = await sendRun(run, bodyText, { signal, onStage });
        if (sent.outcome.kind === 'failure') learnFromFailure(run, sent.outcome.failure);
        return sent;
      },
      withConnection: (run, signal, work) => {
        setStage(run.id, { name: 'in_line' });
        // Queued calls use short requests only.
        return run.delivery === 'queue' ? work() : withConnection('run', signal, work);
      },
      knowsItsCalls: ({ surfaceId }) => isOwnGateway(findSurface(surfaceId)),
      hasOtherCalls: (id) => inFlight().some((run) => run.id !== id),
      onChange: (run) => {
        const wasInFlight = useRunsView.getState().records[run.id]?.state.name === 'in_flight';
        shared.onChange(run);
        if (wasInFlight && run.state.name !== 'in_flight') void wakeNext(run);
      },
      onUnsavedResult: (id, result) => unsaved.set(id, result),
    });
  },
  onOpen: ({ isDurable }) => useRunsView.setState({ isDurable }),
  show: showRun,
  pack: (run) => ({ run }),
  unpack: ({ run }) => run,
  onMessage: (message) => {
    if (message.kind === 'stage') showStage(message.id, message.stage);
    else hideRuns(message.ids);
  },
});

/** Shows the runs of earlier pages and continues those that the user still waits for, once per page. */
export const resumeRuns = journal.resume;

/** Applies a user action to a run, whichever tab drives it. */
export const actOnRun = journal.act;

/** Dismisses the notice of a run, or pins it in the history. */
export const amendRun: (id: string, change: RunAmendment) => Promise<void> = journal.amend;

async function sendRun(run: RunRecord, bodyText: string, options: Parameters<typeof postRun>[2]): Promise<SentRun> {
  if (findSurface(run.surfaceId)?.isLocked) {
    const { message, status } = keyLockedError();
    return { outcome: lost(message, status) };
  }
  if (run.delivery !== 'queue') return postRun(run, bodyText, options);
  return callThroughQueue(run, bodyText, options);
}

function learnFromFailure({ surfaceId }: RunRecord, failure: RunFailure): void {
  const surface = findSurface(surfaceId);
  if (!surface || bucketOfFailure(failure) !== 'insufficient_credits') return;
  recordCreditsUrl(surface, creditsUrlInText(failure.detail));
}

function inFlight(): RunRecord[] {
  return Object.values(useRunsView.getState().records).filter(({ state }) => state.name === 'in_flight');
}

/** A call of this browser has finished: sends the run that has waited longest for that. */
async function wakeNext(finished: RunRecord): Promise<void> {
  const [next] = Object.values(useRunsView.getState().records)
    .filter(({ id, surfaceId, state }) => {
      if (id === finished.id || surfaceId !== finished.surfaceId) return false;
      return state.name === 'retry_wait' && state.untilOwnCallEnds;
    })
    .sort((left, right) => left.createdAt - right.createdAt);
  if (next) await actOnRun(next.id, { kind: 'own_call_ended' });
}

export interface RunRequest {
  modelId: string;
  /** The request body as sent. */
  bodyText: string;
  chargesOnPolicyRejection: string | null;
  isFree: boolean;
  /** The run on another server that this one repeats. */
  ranFrom?: string | undefined;
}

/** Adds a run with a new key for one click on Run. Resolves with its id once record and body are stored. */
export async function runModel(surface: Surface, request: RunRequest): Promise<string> {
  const { runner } = await journal.open();
  const { modelId, bodyText, chargesOnPolicyRejection, isFree, ranFrom } = request;
  const id = crypto.randomUUID();
  const isQueued = await isForQueue(surface, modelId);
  const now = Date.now();
  await runner.add(
    [
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
    ],
    { body: bodyText },
  );
  return id;
}

/** Returns true if the run is queued. Decided once, since the key of a run belongs to one delivery. */
async function isForQueue(surface: Surface, modelId: string): Promise<boolean> {
  const runs = Object.values(useRunsView.getState().records);
  if (!prefersQueue(runs, surface.id, modelId)) return false;
  return offersQueue(surface);
}

/** Deletes finished runs from this browser: record, body, result and thumbnail. Runs in flight are not deleted. */
export async function removeRuns(ids: readonly string[]): Promise<void> {
  const { storage, post } = await journal.open();
  await storage.remove(ids);
  hideRuns(ids);
  post({ kind: 'removed', ids });
}

/** Returns the result, or `null` if there is none or it was lost with the page that received it. */
export async function readRunResult(id: string): Promise<Blob | null> {
  const { storage } = await journal.open();
  return unsaved.get(id) ?? storage.readPart(id, 'result');
}

export async function readRunBody(id: string): Promise<string | null> {
  const { storage } = await journal.open();
  return storage.readPart(id, 'body');
}
