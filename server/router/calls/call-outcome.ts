import type { CallOutcome } from '@contract/router/call-outcome';
import type { ReadBucket } from '@contract/router/errors';
import type { ActiveCall } from './active-call';
import { ModelFailure } from '../model-source';

/** Buckets that determine the outcome of a call even if its provider had accepted it. */
const CERTAIN: Partial<Record<ReadBucket, 'not_run' | 'refused'>> = {
  invalid_input: 'refused',
  content_policy_violation: 'refused',
  insufficient_credits: 'refused',
  forbidden: 'refused',
  not_enabled: 'refused',
  rate_limited: 'not_run',
};

/** Returns the known outcome of a call that failed with `thrown`, which the caller gets as an error of this bucket. */
export function outcomeOf(
  { facts: details, isAccepted }: ActiveCall,
  thrown: unknown,
  bucket: ReadBucket,
): CallOutcome {
  const certain = (thrown instanceof ModelFailure ? thrown.options.outcome : undefined) ?? CERTAIN[bucket];
  // The other outcomes need an idempotency key, or equal the default of a call without one.
  if (certain && (details.key !== null || certain === 'not_run' || certain === 'refused')) return certain;
  if (!isAccepted) return 'not_run';
  if (details.model.isRepeatable) return 'repeatable';
  return details.model.honorsKey && details.key !== null ? 'protected' : 'unknown';
}
