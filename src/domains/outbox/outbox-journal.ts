import { createRunner, type Runner, type RunnerDeps } from '../journal/runner';
import { type OutboxEntry, isReleased, isSettled } from './outbox-entry';
import {
  outboxMachine,
  type LookupOutcome,
  type OutboxEffect,
  type OutboxEvent,
  type SendOutcome,
} from './outbox-machine';
import { createDurableStorage, type JournalStorage } from '../journal/journal-storage';

/** How the journal stores the entries of the outbox, and how it drives them. */

const DAY_MS = 24 * 3600 * 1000;
/** Retention of settled entries, for a reload while the user leaves the editor. */
const KEEP_SETTLED_MS = DAY_MS;
/** Retention of settled cells of a batch that has not recorded their outcome, for example because all tabs are closed. */
const KEEP_UNRECORDED_MS = 30 * DAY_MS;

export type OutboxStorage = JournalStorage<OutboxEntry>;

export const durableOutbox: OutboxStorage = createDurableStorage({
  entries: 'outbox',
  parts: {},
  findExpired: (entries) => expiredEntries(entries, Date.now()),
});

export function expiredEntries(entries: readonly OutboxEntry[], now: number): string[] {
  return entries.filter((entry) => isOver(entry, now)).map(({ id }) => id);
}

function isOver(entry: OutboxEntry, now: number): boolean {
  if (isReleased(entry)) return true;
  const retention = entry.cell ? KEEP_UNRECORDED_MS : KEEP_SETTLED_MS;
  return (isSettled(entry.state) || entry.isDismissed) && entry.createdAt < now - retention;
}

export type OutboxRunner = Runner<OutboxEntry, OutboxEvent>;

type SharedDeps = RunnerDeps<OutboxEntry, OutboxEvent, OutboxEffect, never>;

export interface OutboxRunnerDeps extends Pick<SharedDeps, 'storage' | 'now' | 'withLock' | 'sleepUntil' | 'onChange'> {
  send: (entry: OutboxEntry) => Promise<SendOutcome>;
  look: (entry: OutboxEntry) => Promise<LookupOutcome>;
}

export function createOutboxRunner({ send, look, ...deps }: OutboxRunnerDeps): OutboxRunner {
  /** Batches in which one run was rejected: the others would be rejected for the same reason. */
  const stoppedBatches = new Set<string>();

  function stopWithBatch({ batch, state, firstSentAt }: OutboxEntry): OutboxEvent | null {
    const isUnsent = state.name === 'pending' && firstSentAt === null;
    return batch && stoppedBatches.has(batch.id) && isUnsent ? { kind: 'user_cancel' } : null;
  }

  return createRunner({
    ...deps,
    machine: outboxMachine,
    resumeEvent: () => ({ kind: 'resume' }),
    async perform(effect, entry) {
      if (effect === 'send') return { event: { kind: 'sent', outcome: await send(entry) } };
      return { event: { kind: 'looked', outcome: await look(entry) } };
    },
    /** Submits the runs of a batch in order: each waits until the one before is settled or needs a user action. */
    async inTurn({ batch }, hold) {
      if (!batch) return hold();
      return deps.withLock(`batch.${batch.id}`, true, async () => {
        const entry = await hold(stopWithBatch);
        if (entry?.state.name === 'refused') stoppedBatches.add(batch.id);
      });
    },
  });
}
