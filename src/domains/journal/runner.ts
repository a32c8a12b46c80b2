import type { EntryParts, JournalStorage } from './journal-storage';
import { isUserEvent, type JournalEntry, type Machine } from './machine';
import type { TabLock } from './tab-lock';

export interface RunnerDeps<
  Entry extends JournalEntry,
  Event extends { kind: string },
  Effect extends string,
  Parts extends EntryParts,
> {
  machine: Machine<Entry, Event, Effect>;
  storage: Pick<JournalStorage<Entry, Parts>, 'add' | 'read' | 'write' | 'amend'>;
  now: () => number;
  /** Performs an effect whose start is stored. Returns its outcome as an event; the parts are stored with it. */
  perform: (effect: Effect, entry: Entry, signal: AbortSignal) => Promise<{ event: Event; parts?: Parts }>;
  /** Returns the event for an entry whose page closed, so that the outcome of its effect is unknown. */
  resumeEvent: (entry: Entry) => Event;
  withLock: TabLock;
  /** Resolves at the given time, or as soon as `wake` resolves. */
  sleepUntil: (until: number, wake: Promise<void>) => Promise<void>;
  onChange: (entry: Entry) => void;
  /** Runs `work` once the effect may start, for example once a connection is free. Rejects if the signal aborts first. */
  withPermit?: (entry: Entry, signal: AbortSignal, work: () => Promise<void>) => Promise<void>;
  /** Holds an entry when it is its turn. `first` may return an event to apply first. */
  inTurn?: (entry: Entry, hold: Hold<Entry, Event>) => Promise<unknown>;
  /** Handles missing disk space for the parts of an outcome. Returns the entry to store without them. */
  withoutParts?: (entry: Entry, parts: Parts) => Entry;
}

/** Resolves with the entry once it needs a user action or is finished; `null` if it does not exist. */
type Hold<Entry, Event> = (first?: (entry: Entry) => Event | null) => Promise<Entry | null>;

export interface Runner<Entry, Event, Parts = never> {
  /** Stores new entries in one transaction, then drives them. Resolves when they are stored. */
  add(entries: readonly Entry[], parts?: Parts): Promise<void>;
  /**
   * Like `add`, with the start of the first effect in the same write, for entries that need neither turn nor permit. They are held
   * before they are stored: otherwise another tab would take them for those of a closed page.
   */
  addStarted(entries: readonly Entry[]): Promise<void>;
  /** Continues an entry once no other tab holds it. Resolves once the entry needs a user action or is finished. */
  drive(id: string): Promise<void>;
  /** Like `drive`, for an entry that another page left or another tab shows. */
  follow(entry: Entry): void;
  /**
   * Applies a user action. Returns false if another tab holds the entry and must receive the action.
   * @throws if the action could not be stored; it is then undone
   */
  act(id: string, event: Event): Promise<boolean>;
  /** Returns true if this tab drives the entry, so that `onChange` reports each of its changes. */
  isHeld(id: string): boolean;
  /** Like `act`, but only if this tab holds the entry. */
  actIfHeld(id: string, event: Event): Promise<void>;
  /** Changes fields that no state depends on. Returns the entry, or `null` if it does not exist. */
  amend(id: string, change: Partial<Entry>): Promise<Entry | null>;
  /** Like `amend`, for a change that another tab has stored, since this tab may have overwritten it. */
  amendIfHeld(id: string, change: Partial<Entry>): Promise<Entry | null>;
}

interface Driven<Entry> {
  entry: Entry;
  /** False if the disk was full, so that the stored state is older. */
  isWritten: boolean;
  wake: () => void;
  /** Aborts the wait for a permit, or the effect. */
  abort: AbortController;
  /** Settles with the last change: changes are serialized. */
  lastChange: Promise<unknown>;
}

interface Started<Entry, Effect> {
  driven: Driven<Entry>;
  effect: Effect | null;
}

const WRITE_AGAIN_MS = 10_000;

/** Drives entries as the machine decides. Each state is stored before its effect runs, so a crash loses time but no facts. */
export function createRunner<
  Entry extends JournalEntry,
  Event extends { kind: string },
  Effect extends string,
  Parts extends EntryParts,
>(deps: RunnerDeps<Entry, Event, Effect, Parts>): Runner<Entry, Event, Parts> {
  const { machine, storage, now, onChange } = deps;
  const inTurn = deps.inTurn ?? ((_entry: Entry, hold: Hold<Entry, Event>) => hold());
  const withPermit = deps.withPermit ?? ((_entry, _signal, work) => work());
  const held = new Map<string, Promise<Driven<Entry> | null>>();
  const followed = new Set<string>();

  function exclusively<T>(driven: Driven<Entry>, change: () => Promise<T>): Promise<T> {
    const done = driven.lastChange.then(change);
    driven.lastChange = done.catch(() => {});
    return done;
  }

  function apply(driven: Driven<Entry>, event: Event, parts?: Parts): Promise<void> {
    return exclusively(driven, async () => {
      const before = driven.entry;
      driven.entry = machine.step(before, event, now());
      if (driven.entry === before) return;
      if (!isUserEvent(event) && machine.isVolatile?.(before, driven.entry, now())) {
        onChange(driven.entry);
        return;
      }
      try {
        await storage.write(driven.entry, parts);
        driven.isWritten = true;
      } catch (error) {
        // The disk is full. A user action is undone, since the next page would not know it. Outcomes stay valid in this page:
        // with the older stored state, a later page only checks or sends again with the same key.
        if (isUserEvent(event)) {
          driven.entry = before;
          throw error;
        }
        driven.isWritten = false;
        if (parts) await dropParts(driven, parts);
      }
      onChange(driven.entry);
    });
  }

  /** Resolves with true if the effect may run. */
  function startEffect(driven: Driven<Entry>, effect: Effect): Promise<boolean> {
    const { inState, isReadOnly } = machine.effects[effect];
    return exclusively(driven, async () => {
      const before = driven.entry;
      driven.entry = machine.step(before, { kind: effect }, now());
      if (driven.entry === before) return false;
      if (isReadOnly && machine.isVolatile?.(before, driven.entry, now())) {
        onChange(driven.entry);
        return true;
      }
      driven.isWritten = await isStored(driven.entry);
      // An effect whose start is not stored must not run: a later page would run it again.
      if (!driven.isWritten && !isReadOnly) driven.entry = machine.step(before, { kind: 'not_written' }, now());
      onChange(driven.entry);
      return driven.entry.state.name === inState;
    });
  }

  async function dropParts(driven: Driven<Entry>, parts: Parts): Promise<void> {
    driven.entry = deps.withoutParts?.(driven.entry, parts) ?? driven.entry;
    driven.isWritten = await isStored(driven.entry);
  }

  function isStored(entry: Entry): Promise<boolean> {
    return storage.write(entry).then(
      () => true,
      () => false,
    );
  }

  async function drive(driven: Driven<Entry>): Promise<void> {
    for (;;) {
      const action = machine.nextAction(driven.entry, now());
      if ('until' in action) {
        await sleep(driven, action.until);
      } else if (action.do !== 'nothing') {
        await perform(driven, action.do);
      } else if (driven.isWritten) {
        return;
      } else {
        // Outcomes are stored as soon as there is space; until then the next page would have to check again.
        await sleep(driven, now() + WRITE_AGAIN_MS);
        await exclusively(driven, async () => {
          driven.isWritten = await isStored(driven.entry);
        });
      }
    }
  }

  async function perform(driven: Driven<Entry>, effect: Effect): Promise<void> {
    const abort = new AbortController();
    driven.abort = abort;
    try {
      await withPermit(driven.entry, abort.signal, async () => {
        if (await startEffect(driven, effect)) await finishEffect(driven, effect);
      });
    } catch (error) {
      // No permit was granted; the event that aborted the wait is already applied.
      if (!abort.signal.aborted) throw error;
    }
  }

  async function finishEffect(driven: Driven<Entry>, effect: Effect): Promise<void> {
    const { event, parts } = await deps.perform(effect, driven.entry, driven.abort.signal);
    await apply(driven, event, parts);
  }

  function sleep(driven: Driven<Entry>, until: number): Promise<void> {
    const wake = new Promise<void>((resolve) => {
      driven.wake = resolve;
    });
    return deps.sleepUntil(until, wake);
  }

  async function open(id: string): Promise<Driven<Entry> | null> {
    const entry = await storage.read(id);
    if (!entry) return null;
    const driven = toDriven(entry);
    await apply(driven, deps.resumeEvent(entry));
    return driven;
  }

  function toDriven(entry: Entry): Driven<Entry> {
    const abort = new AbortController();
    return { entry, isWritten: true, wake: () => {}, abort, lastChange: Promise.resolve() };
  }

  async function withHeld(
    id: string,
    opening: Promise<Driven<Entry> | null>,
    work: (driven: Driven<Entry>) => Promise<void>,
  ): Promise<void> {
    held.set(id, opening);
    try {
      const driven = await opening;
      if (driven) await work(driven);
    } finally {
      held.delete(id);
    }
  }

  async function hold(
    id: string,
    isPatient: boolean,
    first?: (entry: Entry) => Event | null,
  ): Promise<{ wasHeld: boolean; entry: Entry | null }> {
    let wasHeld = false;
    let last: Entry | null = null;
    await deps.withLock(id, isPatient, async () => {
      wasHeld = true;
      await withHeld(id, open(id), async (driven) => {
        const event = first?.(driven.entry) ?? null;
        if (event) await apply(driven, event);
        await drive(driven);
        last = driven.entry;
      });
    });
    return { wasHeld, entry: last };
  }

  async function addStarted(entries: readonly Entry[]): Promise<void> {
    const started = entries.map(start);
    let settle = (_isStored: boolean) => {};
    const isStored = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const holdNew = ({ driven, effect }: Started<Entry, Effect>) =>
      new Promise<void>((resolve, reject) => {
        const { id } = driven.entry;
        const holding = deps.withLock(id, true, async () => {
          resolve();
          const opening = isStored.then((isDone) => (isDone ? driven : null));
          await withHeld(id, opening, async () => {
            if (effect) await finishEffect(driven, effect);
            await drive(driven);
          });
        });
        holding.catch(reject);
      });
    try {
      await Promise.all(started.map(holdNew));
      const stored = started.map(({ driven }) => driven.entry);
      await storage.add(stored);
      for (const entry of stored) onChange(entry);
      settle(true);
    } finally {
      settle(false);
    }
  }

  function start(entry: Entry): Started<Entry, Effect> {
    const action = machine.nextAction(entry, now());
    if ('until' in action || action.do === 'nothing') return { driven: toDriven(entry), effect: null };
    return { driven: toDriven(machine.step(entry, { kind: action.do }, now())), effect: action.do };
  }

  async function actIfHeld(id: string, event: Event): Promise<void> {
    const driven = await held.get(id);
    if (!driven) return;
    await apply(driven, event);
    if (event.kind === machine.abortEvent) driven.abort.abort();
    driven.wake();
  }

  async function amendIfHeld(id: string, change: Partial<Entry>): Promise<Entry | null> {
    const driven = await held.get(id);
    if (!driven) return null;
    return exclusively(driven, async () => {
      const amended = { ...driven.entry, ...change };
      await storage.write(amended);
      driven.entry = amended;
      driven.isWritten = true;
      onChange(amended);
      return amended;
    });
  }

  function takeTurn(entry: Entry): Promise<unknown> {
    return inTurn(entry, async (first) => (await hold(entry.id, true, first)).entry);
  }

  return {
    async add(entries, parts) {
      await storage.add(entries, parts);
      for (const entry of entries) {
        onChange(entry);
        void takeTurn(entry);
      }
    },
    addStarted,
    isHeld: (id) => held.has(id),
    async drive(id) {
      await hold(id, true);
    },
    follow(entry) {
      const { id } = entry;
      if (!machine.isActive(entry) || held.has(id) || followed.has(id)) return;
      followed.add(id);
      void takeTurn(entry).finally(() => followed.delete(id));
    },
    async act(id, event) {
      if (held.has(id)) {
        await actIfHeld(id, event);
        return true;
      }
      return (await hold(id, false, () => event)).wasHeld;
    },
    actIfHeld,
    async amend(id, change) {
      const amended = await amendIfHeld(id, change);
      if (amended) return amended;
      const stored = await storage.amend(id, change);
      if (stored) onChange(stored);
      // A tab may hold the entry by now.
      return (await amendIfHeld(id, change)) ?? stored;
    },
    amendIfHeld,
  };
}
