import type { ReadBucket } from '@contract/router/errors';
import { formatBytes, formatCount } from '@/lib/format';
import { bucketOfFailure } from './reaction';
import type { RunFailure } from './run-record';
import type { RunWords } from './run-words';

export interface FailureContext {
  bodyBytes: number;
  charges: 'yes' | 'no' | 'maybe';
}

/** A definite end that is no result: what happened, what it means for work and money, and what to do now. */
export function failureWords(failure: RunFailure, { bodyBytes, charges }: FailureContext): RunWords {
  const { status } = failure;
  const bucket = bucketOfFailure(failure);
  // With a queued request, trying again is a second call.
  const isProtected = failure.isFinal === true && failure.callOutcome === 'protected';
  const known = PROVIDER_BUCKETS.has(bucket) && !isProtected ? providerWords(failure) : null;
  if (known) return known;
  if (failure.isFinal && !REJECTIONS.has(bucket)) return requestWords(bucket, failure);
  switch (bucket) {
    case 'invalid_input':
      return inputWords(failure, bodyBytes);
    case 'content_policy_violation':
      return bad(
        `The provider refused ${subjectWords(failure.refusalSubject)}`,
        `${REFUSAL[charges]} The same input is refused again: change it first.`,
      );
    case 'provider_timeout':
      return bad(
        'The provider did not answer in time',
        'The partner failed, not the router. Whether it charges is not known. Trying again uses the same key.',
      );
    case 'provider_error':
      return bad('The provider failed', 'It was tried several times. Trying again uses the same key.');
    case 'insufficient_credits':
      return bad(
        'No credits left to run this',
        'Nothing was run or charged. The input is kept: try again once there are credits.',
      );
    case 'unauthorized':
      return bad('Authentication required', 'Nothing was run or charged. The input is kept.');
    case 'forbidden':
      return bad('You are not allowed to run this model', 'That is a permission; nothing was run or charged.');
    case 'not_enabled':
      return {
        tone: 'neutral',
        title: 'Models are not enabled yet',
        explanation: 'Nothing was run or charged. Everything else works without them.',
      };
    case 'model_not_found':
      return bad('No such model runs here', 'It may have been renamed or removed. Nothing was run or charged.');
    case 'rate_limited':
    case 'concurrency_limit_exceeded':
    case 'service_unavailable':
    case 'queue_backlog_full':
      return bad(
        'Gave up after several retries',
        'The router said to wait each time. Nothing was run; trying again uses the same key.',
      );
    default:
      return status === 0
        ? bad('No answer came', 'Trying again uses the same key, so it is charged once at most.')
        : bad(
            'The router failed',
            'Whether the provider ran is not known. Trying again uses the same key, so it is charged once at most.',
          );
  }
}

/** Whatever the delivery, the input or the account has to change first. */
const REJECTIONS: ReadonlySet<ReadBucket> = new Set([
  'invalid_input',
  'content_policy_violation',
  'insufficient_credits',
  'unauthorized',
  'forbidden',
  'not_enabled',
  'model_not_found',
]);

/** A queued request that is over: its key gives no other result. */
function requestWords(bucket: ReadBucket, { callOutcome }: RunFailure): RunWords {
  if (bucket === 'cancelled') return bad('Canceled', 'The provider had taken the call, and may have charged.');
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

/** What our own gateway knows of a call after the provider failed; null where it says nothing. */
function providerWords({ callOutcome, upstreamStatus }: RunFailure): RunWords | null {
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
        'The model may have run and may have been charged. Trying again sends the same idempotency key, so the provider charges once.',
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

function inputWords({ status, faults, callOutcome }: RunFailure, bodyBytes: number): RunWords {
  if (status === 409 && callOutcome === 'unknown') {
    return bad(
      'Interrupted',
      'The gateway was stopped while the model ran. The result is lost, and the call may have been charged. Running again is a second call.',
    );
  }
  if (status === 409) {
    return bad(
      'This run cannot be retried',
      'The call was made before, and its answer cannot be sent again. Running it anew is a second call, and may be charged a second time.',
    );
  }
  if (status === 413) {
    return bad(
      'The input is too large',
      `It has ${formatBytes(bodyBytes)}, more than the router takes. Nothing was run.`,
    );
  }
  if (status === 422) {
    const where = faults.length > 0 ? `${formatCount(faults.length, 'field')} to correct. ` : '';
    return bad('The model rejected this input', `${where}Nothing was run.`);
  }
  return bad('The router rejected this request', 'Correct the input and run it again. Nothing was run.');
}

const REFUSAL = {
  yes: 'This model charges for calls that it refuses.',
  no: 'This model does not charge for calls that it refuses.',
  maybe: 'Whether a refused call is charged is not known: it may be.',
};

function subjectWords(subject: string | null): string {
  if (subject === null || subject === 'input') return 'this input on content-policy grounds';
  if (subject === 'output') return 'what the model made on content-policy grounds';
  const [side, ...kind] = subject.split('_');
  const what = kind.join(' ');
  return side === 'output'
    ? `the ${what} that the model made on content-policy grounds`
    : `the ${what} of this input on content-policy grounds`;
}

function bad(title: string, explanation: string): RunWords {
  return { tone: 'bad', title, explanation };
}
