/** An act that must happen at most once, as stored in IndexedDB. */
export interface JournalEntry {
  id: string;
  createdAt: number;
  state: { name: string };
}

/**
 * Next action of an entry. It depends only on the stored state, so a page that resumes an entry acts as the page that wrote it
 * would.
 */
export type NextAction<Effect extends string> = { do: Effect } | { do: 'wait'; until: number } | { do: 'nothing' };

/** The event named after an effect starts the effect. It is stored before any request is sent. */
type RunnerEvent<Effect extends string> =
  | { kind: Effect }
  /** Replaces the start event if it could not be stored; no request is sent. */
  | { kind: 'not_written' };

/** Prefix of user events. A user event that cannot be stored is undone. */
const USER_EVENT = 'user_';

export function isUserEvent({ kind }: { kind: string }): boolean {
  return kind.startsWith(USER_EVENT);
}

interface EffectRule {
  /** State name while the effect runs. */
  inState: string;
  /** True if the effect has no side effects, so that it may run even if the disk is full. */
  isReadOnly: boolean;
}

/** The rules of one kind of act. Pure: the time is an argument of each call, and `runner.ts` performs the effects. */
export interface Machine<Entry extends JournalEntry, Event extends { kind: string }, Effect extends string> {
  effects: Readonly<Record<Effect, EffectRule>>;
  nextAction: (entry: Entry, now: number) => NextAction<Effect>;
  /** Returns the entry after an event, or the same object if the event does not fit the state. */
  step: (entry: Entry, event: Event | RunnerEvent<Effect>, now: number) => Entry;
  /** Returns false if nothing happens to the entry until the user acts. */
  isActive: (entry: Entry) => boolean;
  /** Returns true if a change need not be stored at once: a later page would continue as well from the entry before it. */
  isVolatile?: (before: Entry, after: Entry, now: number) => boolean;
  /** Event that aborts the effect in progress; the outcome of the effect is a separate event. */
  abortEvent?: Event['kind'];
}
