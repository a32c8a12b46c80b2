import type { ReadBucket } from '@contract/router/errors';
import { formatBytes } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import { fieldErrorsOf } from './read-response';
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

export const NOT_ENABLED = msg('Models are not enabled yet');

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
        refusalTitle(failure.refusalSubject),
        t('{charges} Change the input first; the same input will be refused again.', { charges: t(REFUSAL[charges]) }),
      );
    case 'provider_timeout':
      return bad(
        t('The provider did not respond in time'),
        t(
          'The provider failed, not the router. It is not known whether it charges. Retrying uses the same idempotency key.',
        ),
      );
    case 'provider_error':
      return bad(t('The provider failed'), t('Several attempts failed. Retrying uses the same idempotency key.'));
    case 'insufficient_credits':
      return bad(
        t('No credits left to run this'),
        t('Nothing was run or charged. The input is saved: add credits, then run again.'),
      );
    case 'unauthorized':
      return bad(t('Authentication required'), t('Nothing was run or charged. The input is saved.'));
    case 'forbidden':
      return bad(
        t('You are not allowed to run this model'),
        t('Ask the operator for access. Nothing was run or charged.'),
      );
    case 'not_enabled':
      return {
        tone: 'neutral',
        title: t(NOT_ENABLED),
        explanation: t('Nothing was run or charged. Everything else works without them.'),
      };
    case 'model_not_found':
      return bad(t('Model not found'), t('It may have been renamed or removed. Nothing was run or charged.'));
    case 'rate_limited':
    case 'concurrency_limit_exceeded':
    case 'service_unavailable':
    case 'queue_backlog_full':
      return bad(
        t('Gave up after several retries'),
        t('The router asked to wait each time. Nothing was run; retrying uses the same idempotency key.'),
      );
    default:
      return status === 0
        ? bad(t('No response'), t('Retrying uses the same idempotency key; charged at most once.'))
        : bad(
            t('The router failed'),
            t(
              'It is not known whether the provider ran. Retrying uses the same idempotency key; charged at most once.',
            ),
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
  if (bucket === 'cancelled') return bad(t('Canceled'), t('The provider accepted the call, and may have charged.'));
  if (bucket === 'queue_timeout')
    return bad(t('The call waited too long in the queue'), t('Nothing was run or charged.'));
  return callOutcome === 'not_run'
    ? bad(t('The call failed'), t('Nothing was run or charged. Run it again to retry.'))
    : bad(t('The call failed'), t('The model may have run and may have been charged. Running again is a second call.'));
}

const PROVIDER_BUCKETS: ReadonlySet<ReadBucket> = new Set([
  'provider_error',
  'provider_timeout',
  'service_unavailable',
  'internal_error',
]);

/** Returns what the gateway reports about a call after a provider failure; `null` if it reports nothing. */
function providerText({ callOutcome, upstreamStatus }: RunFailure): RunText | null {
  switch (callOutcome) {
    case 'refused':
      return bad(
        upstreamStatus === null
          ? t('The provider rejected the call')
          : t('The provider rejected the call with status {status}', { status: upstreamStatus }),
        t('Nothing was run or charged. The same call is rejected again until the cause is fixed.'),
      );
    case 'protected':
      return bad(
        providerFailed(upstreamStatus),
        t(
          'The model may have run and may have been charged. Retrying sends the same idempotency key, so the provider charges once.',
        ),
      );
    case 'unknown':
      return bad(
        providerFailed(upstreamStatus),
        t(
          'It was called once. The model may have run and may have been charged; the provider does not say. Running again is a second call.',
        ),
      );
    default:
      return null;
  }
}

function inputText(failure: RunFailure, bodyBytes: number): RunText {
  const { status, callOutcome } = failure;
  if (status === 409 && callOutcome === 'unknown') {
    return bad(
      t('Interrupted'),
      t(
        'The gateway was stopped while the model ran. The result is lost, and the call may have been charged. Running again is a second call.',
      ),
    );
  }
  if (status === 409) {
    return bad(
      t('This run cannot be retried'),
      t(
        'The call was already made, and its response cannot be replayed. Running again is a second call, and may be charged again.',
      ),
    );
  }
  if (status === 413) {
    return bad(
      t('The input is too large'),
      t('{size} exceed the limit of the router. Nothing was run.', { size: formatBytes(bodyBytes) }),
    );
  }
  if (status === 422) {
    const count = fieldErrorsOf(failure).length;
    return bad(
      t('The model rejected this input'),
      count > 0
        ? t('{count, plural, one {# field} other {# fields}} to fix. Nothing was run.', { count })
        : t('Nothing was run.'),
    );
  }
  return bad(t('The router rejected this request'), t('Fix the input, then run again. Nothing was run.'));
}

const REFUSAL = {
  yes: msg('This model charges for calls that it refuses.'),
  no: msg('This model does not charge for calls that it refuses.'),
  maybe: msg('A refused call may be charged; the router does not say.'),
};

function providerFailed(status: number | null): string {
  return status === null ? t('The provider failed') : t('The provider failed with status {status}', { status });
}

function refusalTitle(subject: string | null): string {
  if (subject === null || subject === 'input') return t('The provider refused this input on content-policy grounds');
  if (subject === 'output') return t('The provider refused the output on content-policy grounds');
  const [side, ...kind] = subject.split('_');
  const what = kind.join(' ');
  return side === 'output'
    ? t('The provider refused the generated {what} on content-policy grounds', { what })
    : t('The provider refused the {what} of this input on content-policy grounds', { what });
}

function bad(title: string, explanation: string): RunText {
  return { tone: 'bad', title, explanation };
}
