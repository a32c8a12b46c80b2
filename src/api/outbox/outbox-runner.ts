import type { OutboxEntry } from './outbox-entry';
import { nextAction, step, type LookOutcome, type OutboxEvent, type SendOutcome } from './outbox-machine';
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
  wake: () => void;
}

export interface OutboxRunner {
  /** Writes a new entry down, then drives it. Resolves when it is on disk. */
  add(entry: OutboxEntry): Promise<void>;
  /** Goes on with an entry, as soon as no other tab does; resolves when nothing more happens by itself. */
  drive(id: string): Promise<void>;
  /** A click of the user. False: another tab holds the entry, and has to be told. */
  act(id: string, event: OutboxEvent): Promise<boolean>;
  /** As `act`, only where this tab holds the entry: what another tab passed on. */
  actIfHeld(id: string, event: OutboxEvent): Promise<void>;
}

/** Does what the machine says. Each state is on disk before it is acted on: a crash can lose time, never a fact. */
export function createOutboxRunner(deps: OutboxRunnerDeps): OutboxRunner {
  const held = new Map<string, Driven>();

  async function apply(driven: Driven, event: OutboxEvent): Promise<void> {
    const moved = step(driven.entry, event, deps.now());
    if (moved === driven.entry) return;
    const before = driven.entry;
    driven.entry = { ...before, ...moved };
    try {
      await deps.storage.write(driven.entry);
    } catch {
      // A full disk. What is not written down is not sent; and what was learnt holds for this page, while the older
      // state on disk is safe by itself: it only makes a later page look again.
      if (event.kind === 'send') driven.entry = { ...before, ...step(before, { kind: 'user_cancel' }, deps.now()) };
    }
    deps.onChange(driven.entry);
  }

  async function run(driven: Driven): Promise<void> {
    for (;;) {
      const action = nextAction(driven.entry, deps.now());
      if (action.do === 'nothing') return;
      if (action.do === 'send') {
        await apply(driven, { kind: 'send' });
        if (driven.entry.state.name === 'sending') {
          await apply(driven, { kind: 'sent', outcome: await deps.send(driven.entry) });
        }
      } else if (action.do === 'look') {
        await apply(driven, { kind: 'look' });
        await apply(driven, { kind: 'looked', outcome: await deps.look(driven.entry) });
      } else {
        await deps.sleepUntil(
          action.until,
          new Promise((resolve) => {
            driven.wake = resolve;
          }),
        );
      }
    }
  }

  async function hold(id: string, isPatient: boolean, first: OutboxEvent | null): Promise<boolean> {
    let wasHeld = false;
    await deps.withLock(id, isPatient, async () => {
      wasHeld = true;
      const entry = await deps.storage.read(id);
      if (!entry) return;
      const driven: Driven = { entry, wake: () => {} };
      held.set(id, driven);
      try {
        // Whoever held it before is gone: what that page had under way has an unknown outcome.
        await apply(driven, { kind: 'resume' });
        if (first) await apply(driven, first);
        await run(driven);
      } finally {
        held.delete(id);
      }
    });
    return wasHeld;
  }

  async function actIfHeld(id: string, event: OutboxEvent): Promise<void> {
    const driven = held.get(id);
    if (!driven) return;
    await apply(driven, event);
    driven.wake();
  }

  return {
    async add(entry) {
      await deps.storage.write(entry);
      deps.onChange(entry);
      void hold(entry.id, true, null);
    },
    async drive(id) {
      await hold(id, true, null);
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
