import { createRunner, type Runner, type RunnerDeps } from '../journal/runner';
import type { OutboxEntry } from './outbox-entry';
import {
  outboxMachine,
  type LookupOutcome,
  type OutboxEffect,
  type OutboxEvent,
  type SendOutcome,
} from './outbox-machine';

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
