import { nextAction, step, type RunEvent, type SendOutcome } from './run-machine';
import { isActiveRun, type RunRecord, type RunStage } from './run-record';
import type { RunAmendment, RunStorage } from './run-storage';

export interface RunRunnerDeps {
  storage: Pick<RunStorage, 'add' | 'read' | 'write' | 'amend'>;
  now: () => number;
  /** Sends the run once. The result's bytes come beside the outcome. An abort of the signal ends it as `aborted`. */
  send: (run: RunRecord, signal: AbortSignal) => Promise<{ outcome: SendOutcome; result?: Blob }>;
  /** Waits in line for one of the connections of runs. Rejects when the signal aborts before it got one. */
  withConnection: (run: RunRecord, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  /** Runs `work` while no other tab holds the run; `isPatient` false gives up at once when one does. */
  withLock: (id: string, isPatient: boolean, work: () => Promise<void>) => Promise<void>;
  /** Resolves at the instant, or as soon as `wake` resolves. */
  sleepUntil: (until: number, wake: Promise<void>) => Promise<void>;
  /** Whether calls beside this one are in flight, in whichever tab. */
  hasOtherCalls: (id: string) => boolean;
  /** Whether the surface of the run is our own gateway, which has a record of every call. */
  knowsItsCalls: (run: RunRecord) => boolean;
  onChange: (run: RunRecord) => void;
  onStage: (id: string, stage: RunStage) => void;
  /** There was no room to keep the result: it lives as long as this page. */
  onUnkeptResult: (id: string, result: Blob) => void;
}

interface Driven {
  run: RunRecord;
  /** False: the disk was full, and holds an older state. */
  isWritten: boolean;
  wake: () => void;
  /** Ends the wait for a connection, or the request. */
  abort: AbortController;
}

export interface RunRunner {
  /** Writes a new run down, then drives it. Resolves when it is on disk. */
  add(run: RunRecord, bodyText: string): Promise<void>;
  /** Goes on with a run that another page left or another tab tells of, as soon as no other tab holds it. */
  follow(run: RunRecord): void;
  /** False: another tab holds the run, and has to be told. @throws where a click could not be written down */
  act(id: string, event: RunEvent): Promise<boolean>;
  /** As `act`, only where this tab holds the run. */
  actIfHeld(id: string, event: RunEvent): Promise<void>;
  amend(id: string, change: RunAmendment): Promise<void>;
  /** What another tab has written. */
  amendIfHeld(id: string, change: RunAmendment): void;
}

const WRITE_AGAIN_MS = 10_000;

/** Does what the machine says. Each state is on disk before it is acted on: a crash can lose time, never a fact. */
export function createRunRunner(deps: RunRunnerDeps): RunRunner {
  const held = new Map<string, Driven>();
  const followed = new Set<string>();

  async function apply(driven: Driven, event: RunEvent, result?: Blob): Promise<void> {
    const before = driven.run;
    const after = step(before, event, deps.now());
    if (after === before) return;
    driven.run = after;
    try {
      await deps.storage.write(after, result);
      driven.isWritten = true;
    } catch (error) {
      // A full disk. What is not written down is not sent, and a click that the next page would undo did not happen. What
      // was learnt holds for this page, while the older state on disk only makes a later page ask again with the same key.
      if (event.kind.startsWith('user_')) {
        if (driven.run === after) driven.run = before;
        throw error;
      }
      driven.isWritten = false;
      if (event.kind === 'send') driven.run = step(before, { kind: 'not_written' }, deps.now());
      if (result) await keepWithoutResult(driven, result);
    }
    deps.onChange(driven.run);
  }

  async function keepWithoutResult(driven: Driven, result: Blob): Promise<void> {
    const { run } = driven;
    if (run.state.name !== 'done') return;
    deps.onUnkeptResult(run.id, result);
    driven.run = { ...run, state: { ...run.state, answer: { ...run.state.answer, isKept: false } } };
    driven.isWritten = await deps.storage.write(driven.run).then(
      () => true,
      () => false,
    );
  }

  async function drive(driven: Driven): Promise<void> {
    for (;;) {
      const action = nextAction(driven.run, deps.now());
      if (action.do === 'send') await sendOnce(driven);
      else if (action.do === 'wait') await sleep(driven, action.until);
      else if (driven.isWritten) return;
      else await writeAgain(driven);
    }
  }

  async function sendOnce(driven: Driven): Promise<void> {
    const { id } = driven.run;
    const abort = new AbortController();
    driven.abort = abort;
    deps.onStage(id, { name: 'in_line' });
    try {
      await deps.withConnection(driven.run, abort.signal, async () => {
        await apply(driven, { kind: 'send' });
        if (driven.run.state.name !== 'in_flight') return;
        const { outcome, result } = await deps.send(driven.run, abort.signal);
        await apply(driven, { kind: 'sent', outcome, hasOwnCalls: deps.hasOtherCalls(id) }, result);
      });
    } catch (error) {
      // Taken out of the line; whoever did it has said how the run stands.
      if (!abort.signal.aborted) throw error;
    }
    if (driven.run.state.name === 'pending' && driven.run.state.isUnwritten) {
      await sleep(driven, deps.now() + WRITE_AGAIN_MS);
    }
  }

  function sleep(driven: Driven, until: number): Promise<void> {
    const wake = new Promise<void>((resolve) => {
      driven.wake = resolve;
    });
    return deps.sleepUntil(until, wake);
  }

  /** What was learnt belongs on the disk as soon as there is room. */
  async function writeAgain(driven: Driven): Promise<void> {
    await sleep(driven, deps.now() + WRITE_AGAIN_MS);
    driven.isWritten = await deps.storage.write(driven.run).then(
      () => true,
      () => false,
    );
  }

  async function hold(id: string, isPatient: boolean, first: RunEvent | null): Promise<boolean> {
    let wasHeld = false;
    await deps.withLock(id, isPatient, async () => {
      wasHeld = true;
      const run = await deps.storage.read(id);
      if (!run) return;
      const driven: Driven = { run, isWritten: true, wake: () => {}, abort: new AbortController() };
      held.set(id, driven);
      try {
        // Whoever held it before is gone: what that page had under way has an unknown outcome.
        await apply(driven, { kind: 'resume', knowsItsCalls: deps.knowsItsCalls(run) });
        if (first) await apply(driven, first);
        await drive(driven);
      } finally {
        held.delete(id);
      }
    });
    return wasHeld;
  }

  async function actIfHeld(id: string, event: RunEvent): Promise<void> {
    const driven = held.get(id);
    if (!driven) return;
    // In flight, the abort itself is the event: its outcome follows.
    await apply(driven, event);
    if (event.kind === 'user_stop') driven.abort.abort();
    driven.wake();
  }

  function amendIfHeld(id: string, change: RunAmendment): void {
    const driven = held.get(id);
    if (driven) driven.run = { ...driven.run, ...change };
  }

  return {
    async add(run, bodyText) {
      await deps.storage.add(run, bodyText);
      deps.onChange(run);
      void hold(run.id, true, null);
    },
    follow(run) {
      if (!isActiveRun(run) || held.has(run.id) || followed.has(run.id)) return;
      followed.add(run.id);
      void hold(run.id, true, null).finally(() => followed.delete(run.id));
    },
    async act(id, event) {
      if (held.has(id)) {
        await actIfHeld(id, event);
        return true;
      }
      return hold(id, false, event);
    },
    actIfHeld,
    async amend(id, change) {
      amendIfHeld(id, change);
      const changed = await deps.storage.amend(id, change);
      if (changed) deps.onChange(changed);
    },
    amendIfHeld,
  };
}
