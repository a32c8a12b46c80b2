import { createRunner, type Runner, type RunnerDeps } from '../journal/runner';
import { runMachine, type RunEvent, type SendOutcome } from './run-machine';
import { type RunRecord, isActiveRun } from './run-record';
import { createDurableStorage, type JournalStorage } from '../journal/journal-storage';

/** How the journal stores the runs of models, and how it drives them. */

/** Maximum number of stored runs. The oldest are deleted first, unless they are pinned, in flight or still to be collected. */
const MAX_RUNS = 500;
const MAX_RESULT_BYTES = 2 * 1024 ** 3;

/** Request body and result of a run. */
export type RunParts = {
  body?: string;
  result?: Blob;
};

export type RunStorage = JournalStorage<RunRecord, RunParts>;

export const durableRuns: RunStorage = createDurableStorage({
  entries: 'runs',
  parts: { body: 'runBodies', result: 'runResults', thumbnail: 'runThumbnails' },
  findExpired: superfluousRuns,
});

/**
 * Returns the ids of the runs to delete.
 * @param records newest first
 */
function superfluousRuns(records: readonly RunRecord[]): string[] {
  let count = 0;
  let bytes = 0;
  const superfluous: string[] = [];
  for (const record of records) {
    const { id, isPinned, state } = record;
    if (isPinned || isActiveRun(record) || state.name === 'collectable') continue;
    count += 1;
    bytes += record.bodyBytes + (state.name === 'done' ? state.answer.sizeBytes : 0);
    if (count > MAX_RUNS || bytes > MAX_RESULT_BYTES) superfluous.push(id);
  }
  return superfluous;
}

export type RunRunner = Runner<RunRecord, RunEvent, RunParts>;

type SharedDeps = RunnerDeps<RunRecord, RunEvent, 'send', RunParts>;

export interface RunRunnerDeps extends Pick<SharedDeps, 'storage' | 'now' | 'withLock' | 'sleepUntil' | 'onChange'> {
  /** Sends the run once. Returns the result's bytes with the outcome. If the signal aborts, the outcome is `aborted`. */
  send: (run: RunRecord, signal: AbortSignal) => Promise<{ outcome: SendOutcome; result?: Blob }>;
  /** Runs `work` once a connection for runs is free. Rejects if the signal aborts first. */
  withConnection: NonNullable<SharedDeps['withPermit']>;
  /** Returns true if other calls are in flight in any tab. */
  hasOtherCalls: (id: string) => boolean;
  /** Returns true if the run's surface is the local gateway, which records every call. */
  knowsItsCalls: (run: RunRecord) => boolean;
  /** Called if there was no space to store the result, so that it is held until the page closes. */
  onUnsavedResult: (id: string, result: Blob) => void;
}

export function createRunRunner(deps: RunRunnerDeps): RunRunner {
  const { send, withConnection, hasOtherCalls, knowsItsCalls, onUnsavedResult, ...shared } = deps;
  return createRunner({
    ...shared,
    machine: runMachine,
    resumeEvent: (run) => ({ kind: 'resume', knowsItsCalls: knowsItsCalls(run) }),
    async perform(_effect, run, signal) {
      const { outcome, result } = await send(run, signal);
      const event = { kind: 'sent' as const, outcome, hasOwnCalls: hasOtherCalls(run.id) };
      return result ? { event, parts: { result } } : { event };
    },
    withPermit: withConnection,
    withoutParts(run, { result }) {
      if (run.state.name !== 'done' || !result) return run;
      onUnsavedResult(run.id, result);
      return { ...run, state: { ...run.state, answer: { ...run.state.answer, isKept: false } } };
    },
  });
}
