import type { OutboxEntry } from './outbox-entry';
import { nextAction, step, type LookOutcome, type OutboxEvent, type SendOutcome } from './outbox-machine';
import { isSettled } from './outbox-state';
import type { OutboxStorage } from './outbox-storage';

export interface OutboxRunnerDeps {
  storage: OutboxStorage;
  now: () => number;
  send: (entry: OutboxEntry) => Promise<SendOutcome>;
  look: (entry: OutboxEntry) => Promise<LookOutcome>;
  /** Runs `work` while no other tab holds the entry; `isPatient` false gives up at once when one does. */
  withLock: (id: string, isPatient: boolean, work: () => Promise<void>) => Promise<void>;
  /** Resolves at the instant, or as soon as `wake` resolves. */
  sleepUntil: (until: number, wake: Promise<void>) => Promise<void>;
  onChange: (entry: OutboxEntry) => void;
}

interface Driven {
  entry: OutboxEntry;
  /** False: the disk was full, and holds an older state. */
  isWritten: boolean;
  wake: () => void;
}

export interface OutboxRunner {
  /** Writes new entries down in one step, then drives them in their order. Resolves when they are on disk. */
  add(...entries: OutboxEntry[]): Promise<void>;
  /** Goes on with an entry, as soon as no other tab does; resolves when nothing more happens by itself. */
  drive(id: string): Promise<void>;
  /** As `drive`, for an entry that another page left or another tab tells of, unless nothing is left to be done. */
  follow(entry: OutboxEntry): void;
  /**
   * A click of the user. False: another tab holds the entry, and has to be told.
   * @throws where it could not be written down: then it did not happen
   */
  act(id: string, event: OutboxEvent): Promise<boolean>;
  /** As `act`, only where this tab holds the entry: what another tab passed on. */
  actIfHeld(id: string, event: OutboxEvent): Promise<void>;
}

const WRITE_AGAIN_MS = 10_000;

/** Does what the machine says. Each state is on disk before it is acted on: a crash can lose time, never a fact. */
export function createOutboxRunner(deps: OutboxRunnerDeps): OutboxRunner {
  const held = new Map<string, Driven>();
  const followed = new Set<string>();
  /** Batches of which one run was refused: the others would be refused for the same reason. */
  const stoppedBatches = new Set<string>();

  async function apply(driven: Driven, event: OutboxEvent): Promise<void> {
    const moved = step(driven.entry, event, deps.now());
    if (moved === driven.entry) return;
    const before = driven.entry;
    const after = { ...before, ...moved };
    driven.entry = after;
    try {
      await deps.storage.write(after);
      driven.isWritten = true;
    } catch (error) {
      driven.isWritten = false;
      // A full disk. What is not written down is not sent, and what the user asked for would be undone by the next page:
      // neither happens. What was learnt holds for this page, while the older state on disk only makes a later page look.
      if (driven.entry === after) driven.entry = withoutWriting(before, after, event);
      if (event.kind.startsWith('user_')) throw error;
    }
    deps.onChange(driven.entry);
  }

  function withoutWriting(before: OutboxEntry, after: OutboxEntry, event: OutboxEvent): OutboxEntry {
    if (event.kind === 'send') return { ...before, ...step(before, { kind: 'not_written' }, deps.now()) };
    return event.kind.startsWith('user_') ? before : after;
  }

  async function run(driven: Driven): Promise<void> {
    for (;;) {
      const action = nextAction(driven.entry, deps.now());
      if (action.do === 'nothing') {
        if (driven.isWritten) return;
        await sleep(driven, deps.now() + WRITE_AGAIN_MS);
        await writeAgain(driven);
        continue;
      }
      if (action.do === 'send') {
        await apply(driven, { kind: 'send' });
        if (driven.entry.state.name === 'sending') {
          await apply(driven, { kind: 'sent', outcome: await deps.send(driven.entry) });
        }
      } else if (action.do === 'look') {
        await apply(driven, { kind: 'look' });
        await apply(driven, { kind: 'looked', outcome: await deps.look(driven.entry) });
      } else {
        await sleep(driven, action.until);
      }
    }
  }

  function sleep(driven: Driven, until: number): Promise<void> {
    const wake = new Promise<void>((resolve) => {
      driven.wake = resolve;
    });
    return deps.sleepUntil(until, wake);
  }

  /** What was learnt belongs on the disk as soon as there is room: until then the next page would look for it anew. */
  async function writeAgain(driven: Driven): Promise<void> {
    try {
      const stored = await deps.storage.read(driven.entry.id);
      await deps.storage.write({ ...driven.entry, isDismissed: stored?.isDismissed ?? false });
      driven.isWritten = true;
    } catch {
      // Still no room.
    }
  }

  async function hold(id: string, isPatient: boolean, first: OutboxEvent | null): Promise<boolean> {
    let wasHeld = false;
    await deps.withLock(id, isPatient, async () => {
      wasHeld = true;
      const entry = await deps.storage.read(id);
      if (!entry) return;
      const driven: Driven = { entry, isWritten: true, wake: () => {} };
      held.set(id, driven);
      try {
        // Whoever held it before is gone: what that page had under way has an unknown outcome.
        await apply(driven, { kind: 'resume' });
        if (first) await apply(driven, first);
        if (isStopped(driven.entry)) await apply(driven, { kind: 'user_cancel' });
        await run(driven);
        const { batch, state } = driven.entry;
        if (batch && state.name === 'refused') stoppedBatches.add(batch.id);
      } finally {
        held.delete(id);
      }
    });
    return wasHeld;
  }

  function isStopped({ batch, state, firstSentAt }: OutboxEntry): boolean {
    return batch !== undefined && stoppedBatches.has(batch.id) && state.name === 'pending' && firstSentAt === null;
  }

  /** Runs of one batch become jobs in their order: each waits until the one before is settled or in the user's hand. */
  async function holdInTurn({ id, batch }: Pick<OutboxEntry, 'id' | 'batch'>): Promise<void> {
    if (!batch) {
      await hold(id, true, null);
      return;
    }
    await deps.withLock(`batch.${batch.id}`, true, async () => {
      await hold(id, true, null);
    });
  }

  async function actIfHeld(id: string, event: OutboxEvent): Promise<void> {
    const driven = held.get(id);
    if (!driven) return;
    await apply(driven, event);
    driven.wake();
  }

  return {
    async add(...entries) {
      await deps.storage.write(...entries);
      for (const entry of entries) {
        deps.onChange(entry);
        void holdInTurn(entry);
      }
    },
    async drive(id) {
      await hold(id, true, null);
    },
    follow({ id, state, isDismissed, batch }) {
      // What the user put away is not sent any more.
      if (isSettled(state) || isDismissed || held.has(id) || followed.has(id)) return;
      followed.add(id);
      void holdInTurn(batch ? { id, batch } : { id }).finally(() => followed.delete(id));
    },
    async act(id, event) {
      if (held.has(id)) {
        await actIfHeld(id, event);
        return true;
      }
      return hold(id, false, event);
    },
    actIfHeld,
  };
}
