import { createRunner, type Runner, type RunnerDeps } from '../journal/runner';
import { runMachine, type RunEvent, type SendOutcome } from './run-machine';
import type { RunRecord } from './run-record';
import type { RunParts } from './run-storage';

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
