import type { ReadBucket } from '@contract/router/errors';
import { formatBytes, formatCount } from '@/lib/format';
import { bucketOfFailure } from './retry-decision';
import type { RunFailure } from './run-record';

export interface RunText {
  tone: 'busy' | 'warn' | 'bad' | 'neutral' | 'ok';
  title: string;
  /** Consequences for the user's work and costs, and what happens next. */
  explanation: string | null;
}

export interface FailureContext {
  bodyBytes: number;
  charges: 'yes' | 'no' | 'maybe';
}

export const NOT_ENABLED = 'Models are not enabled yet';

/** Terminal, and not a failure (Model Router 5, rule 5). */
export function isNotEnabled(failure: RunFailure): boolean {
  return bucketOfFailure(failure) === 'not_enabled';
}

/** Returns the text of a definite failure: what happened, what it means for work and costs, and what to do now. */
export function failureText(failure: RunFailure, { bodyBytes, charges }: FailureContext): RunText {
  const { status } = failure;
  const bucket = bucketOfFailure(failure);
  // For a queued request, trying again is a second call.
  const isProtected = failure.isFinal === true && failure.callOutcome === 'protected';
  const known = PROVIDER_BUCKETS.has(bucket) && !isProtected ? providerText(failure) : null;
  if (known) return known;
  if (failure.isFinal && !REJECTIONS.has(bucket)) return requestText(bucket, failure);
  switch (bucket) {
    case 'invalid_input':
      return inputText(failure, bodyBytes);
    case 'content_policy_violation':
      return bad(
        `The provider refused ${subjectText(failure.refusalSubject)}`,
        `${REFUSAL[charges]} Change the input first; the same input will be refused again.`,
      );
    case 'provider_timeout':
      return bad(
        'The provider did not respond in time',
        'The provider failed, not the router. It is not known whether it charges. Retrying uses the same idempotency key.',
      );
    case 'provider_error':
      return bad('The provider failed', 'Several attempts failed. Retrying uses the same idempotency key.');
    case 'insufficient_credits':
      return bad(
        'No credits left to run this',
        'Nothing was run or charged. The input is saved: add credits, then run again.',
      );
    case 'unauthorized':
      return bad('Authentication required', 'Nothing was run or charged. The input is saved.');
    case 'forbidden':
      return bad('You are not allowed to run this model', 'Ask the operator for access. Nothing was run or charged.');
    case 'not_enabled':
      return {
        tone: 'neutral',
        title: NOT_ENABLED,
        explanation: 'Nothing was run or charged. Everything else works without them.',
      };
    case 'model_not_found':
      return bad('Model not found', 'It may have been renamed or removed. Nothing was run or charged.');
    case 'rate_limited':
    case 'concurrency_limit_exceeded':
    case 'service_unavailable':
    case 'queue_backlog_full':
      return bad(
        'Gave up after several retries',
        'The router asked to wait each time. Nothing was run; retrying uses the same idempotency key.',
      );
    default:
      return status === 0
        ? bad('No response', 'Retrying uses the same idempotency key; charged at most once.')
        : bad(
            'The router failed',
            'It is not known whether the provider ran. Retrying uses the same idempotency key; charged at most once.',
          );
  }
}

/** With any delivery, the input or the account must change first. */
const REJECTIONS: ReadonlySet<ReadBucket> = new Set([
  'invalid_input',
  'content_policy_violation',
  'insufficient_credits',
  'unauthorized',
  'forbidden',
  'not_enabled',
  'model_not_found',
]);

/** Returns the text of a finished queued request, whose key yields no other result. */
function requestText(bucket: ReadBucket, { callOutcome }: RunFailure): RunText {
  if (bucket === 'cancelled') return bad('Canceled', 'The provider accepted the call, and may have charged.');
  if (bucket === 'queue_timeout') return bad('The call waited too long in the queue', 'Nothing was run or charged.');
  return callOutcome === 'not_run'
    ? bad('The call failed', 'Nothing was run or charged. Run it again to retry.')
    : bad('The call failed', 'The model may have run and may have been charged. Running again is a second call.');
}

const PROVIDER_BUCKETS: ReadonlySet<ReadBucket> = new Set([
  'provider_error',
  'provider_timeout',
  'service_unavailable',
  'internal_error',
]);

/** Returns what the gateway reports about a call after a provider failure; `null` if it reports nothing. */
function providerText({ callOutcome, upstreamStatus }: RunFailure): RunText | null {
  const status = upstreamStatus === null ? '' : ` with status ${upstreamStatus}`;
  switch (callOutcome) {
    case 'refused':
      return bad(
        `The provider rejected the call${status}`,
        'Nothing was run or charged. The same call is rejected again until the cause is fixed.',
      );
    case 'protected':
      return bad(
        `The provider failed${status}`,
        'The model may have run and may have been charged. Retrying sends the same idempotency key, so the provider charges once.',
      );
    case 'unknown':
      return bad(
        `The provider failed${status}`,
        'It was called once. The model may have run and may have been charged; the provider does not say. Running again is a second call.',
      );
    default:
      return null;
  }
}

function inputText({ status, faults, callOutcome }: RunFailure, bodyBytes: number): RunText {
  if (status === 409 && callOutcome === 'unknown') {
    return bad(
      'Interrupted',
      'The gateway was stopped while the model ran. The result is lost, and the call may have been charged. Running again is a second call.',
    );
  }
  if (status === 409) {
    return bad(
      'This run cannot be retried',
      'The call was already made, and its response cannot be replayed. Running again is a second call, and may be charged again.',
    );
  }
  if (status === 413) {
    return bad('The input is too large', `${formatBytes(bodyBytes)} exceed the limit of the router. Nothing was run.`);
  }
  if (status === 422) {
    const where = faults.length > 0 ? `${formatCount(faults.length, 'field')} to fix. ` : '';
    return bad('The model rejected this input', `${where}Nothing was run.`);
  }
  return bad('The router rejected this request', 'Fix the input, then run again. Nothing was run.');
}

const REFUSAL = {
  yes: 'This model charges for calls that it refuses.',
  no: 'This model does not charge for calls that it refuses.',
  maybe: 'A refused call may be charged; the router does not say.',
};

function subjectText(subject: string | null): string {
  if (subject === null || subject === 'input') return 'this input on content-policy grounds';
  if (subject === 'output') return 'the output on content-policy grounds';
  const [side, ...kind] = subject.split('_');
  const what = kind.join(' ');
  return side === 'output'
    ? `the generated ${what} on content-policy grounds`
    : `the ${what} of this input on content-policy grounds`;
}

function bad(title: string, explanation: string): RunText {
  return { tone: 'bad', title, explanation };
}
