import type { CallOutcome } from '@contract/router/call-outcome';
import type { ReadBucket } from '@contract/router/errors';
import type { LiveCall } from './live-call';
import { ModelFailure } from './model-source';
import type { RouterProblem } from './router-problem';

/** Buckets that say for certain what became of a call, whatever its provider had accepted. */
const CERTAIN: Partial<Record<ReadBucket, 'not_run' | 'refused'>> = {
  invalid_input: 'refused',
  content_policy_violation: 'refused',
  insufficient_credits: 'refused',
  forbidden: 'refused',
  not_enabled: 'refused',
  rate_limited: 'not_run',
};

/** What is known of a call that ended with `error`, which the caller gets as `problem`. */
export function outcomeOf({ facts, isAccepted }: LiveCall, error: unknown, { bucket }: RouterProblem): CallOutcome {
  const certain = (error instanceof ModelFailure ? error.options.outcome : undefined) ?? CERTAIN[bucket];
  // The other outcomes rest on the idempotency key, or say what a call without one says anyway.
  if (certain && (facts.key !== null || certain === 'not_run' || certain === 'refused')) return certain;
  if (!isAccepted) return 'not_run';
  if (facts.model.isRepeatable) return 'repeatable';
  return facts.model.honorsKey && facts.key !== null ? 'protected' : 'unknown';
}
