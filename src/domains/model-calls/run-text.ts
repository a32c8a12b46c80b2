import { readResponseHeaders } from '@contract/router/headers';
import { chargesOnPolicyRejection } from '@contract/router/schemas';
import { formatBytes, formatDateTime, formatDuration } from '@/lib/format';
import { failureText, isNotEnabled, NOT_ENABLED, type RunText } from './failure-text';
import { bucketOfFailure } from './retry-decision';
import { canRetry } from './run-machine';
import type { QueuedRequest } from './queued-request';
import type { CollectableReason, RunFailure, RunRecord, RunStage, RunState } from './run-record';
import { withoutCosts } from './without-costs';

/** Returns the text for a run's state. @param stage stage of a run in flight */
export function runText(run: RunRecord, stage: RunStage | undefined, now: number): RunText {
  const said = textOf(run, stage, now);
  return run.isFree ? { ...said, explanation: withoutCosts(said.explanation) } : said;
}

function textOf(run: RunRecord, stage: RunStage | undefined, now: number): RunText {
  const { state } = run;
  switch (state.name) {
    case 'pending':
      return state.isUnwritten
        ? words('warn', 'Not sent: could not save to browser storage', 'Is the disk full? Retrying.')
        : words('busy', 'Queued', 'At most two calls run at once. Starts when one finishes.');
    case 'in_flight':
      return words('busy', stageText(stage), null);
    case 'retry_wait':
      return waitText(state, run.faults, now);
    case 'collectable':
      return canRetry(run, now)
        ? collectableText(state)
        : words(
            'warn',
            'Result no longer available',
            'Results are stored for one day. The call may have run, and may have been charged.',
          );
    case 'not_sent':
      return run.firstSentAt === null
        ? words('neutral', 'Not sent', 'The page was closed before it was sent. Nothing was called or charged.')
        : words(
            'neutral',
            'Not run',
            'The gateway has no result of this call, and is not running it. Attempts before that were rejected, if there were any.',
          );
    case 'canceled':
      return words('neutral', 'Canceled', 'Nothing was called or charged.');
    case 'done':
      return words(
        'ok',
        'Done',
        state.answer.isReplayed ? 'From the earlier call with this key; not run again.' : null,
      );
    case 'failed':
      return failureText(state.failure, {
        bodyBytes: run.bodyBytes,
        charges: chargesOnPolicyRejection({ charges_on_policy_rejection: run.chargesOnPolicyRejection }),
      });
  }
}

/** Returns the screen reader announcement of a state: one sentence per state change, without countdowns. */
export function runAnnouncement({ state }: Pick<RunRecord, 'state'>): string | null {
  switch (state.name) {
    case 'in_flight':
      return 'The model is running';
    case 'retry_wait':
      return 'The run is queued and retried automatically';
    case 'collectable':
      return 'No result yet; you can check for it';
    case 'done':
      return 'Result ready';
    case 'failed':
      return isNotEnabled(state.failure) ? NOT_ENABLED : 'The run failed';
    case 'canceled':
      return 'Run canceled';
    case 'pending':
    case 'not_sent':
      return null;
  }
}

function stageText(stage: RunStage | undefined): string {
  if (stage?.name === 'sending' && stage.sentBytes < stage.totalBytes) {
    return `Sending, ${formatBytes(stage.sentBytes)} of ${formatBytes(stage.totalBytes)}`;
  }
  if (stage?.name === 'queued') return stage.position === null ? 'In queue' : `#${stage.position + 1} in queue`;
  if (stage?.name !== 'receiving') return 'Waiting for the model';
  const total = stage.totalBytes === null ? '' : ` of ${formatBytes(stage.totalBytes)}`;
  return `Receiving, ${formatBytes(stage.receivedBytes)}${total}`;
}

/** Returns the text of a wait. Errors are distinguished by status, bucket and headers, never by their text. */
function waitText(state: Extract<RunState, { name: 'retry_wait' }>, errors: number, now: number): RunText {
  const { failure, until } = state;
  const time = formatDuration(Math.max(0, Math.ceil((until - now) / 1000)) * 1000);
  const bucket = bucketOfFailure(failure);
  if (failure.status === 0) {
    return words(
      'warn',
      'No response',
      `The call may have arrived. Retrying in ${time} with the same idempotency key; charged at most once.`,
    );
  }
  switch (bucket) {
    case 'concurrency_limit_exceeded':
      return concurrencyText(failure, time);
    case 'rate_limited':
      return words(
        'busy',
        'Rate limit reached',
        `Retrying in ${time}, when the time window allows it. Nothing was run.`,
      );
    case 'queue_backlog_full':
      return words('busy', 'The queue of the router is full', `Retrying in ${time}. Nothing was run.`);
    case 'deadline_exceeded':
      // A wait that is bound to end is not a fault: there is then a result to collect.
      if (errors > 0) {
        return words(
          'warn',
          'The router stopped waiting',
          `No provider had accepted the call. Retrying in ${time} with the same idempotency key; charged at most once.`,
        );
      }
      return words(
        'busy',
        'The model exceeds the router’s time limit',
        `The provider continues. Checking for the result in ${time} with the same idempotency key.`,
      );
    case 'service_unavailable':
      return words('busy', 'Router temporarily unavailable', `Your input is fine. Retrying in ${time}.`);
    case 'provider_error':
      return words('warn', 'The provider failed', `Retrying the same call in ${time}.`);
    default:
      return words('warn', 'The router failed', `Retrying the same call in ${time} with the same idempotency key.`);
  }
}

/**
 * Returns the text for one bucket with three reasons: the key is busy, too many calls, or too much committed spend. Only the last
 * one has headers.
 */
function concurrencyText(failure: RunFailure, time: string): RunText {
  if (failure.status === 409) {
    return words(
      'busy',
      'The call is still running',
      `An earlier attempt is still running. Checking for its result in ${time} with the same idempotency key.`,
    );
  }
  const { spend, concurrency } = readResponseHeaders(
    new Headers(failure.headers.map(([name, value]) => [name, value])),
  );
  return spend && concurrency?.remaining !== 0
    ? words(
        'busy',
        'This call would exceed the committed spend limit',
        `Retrying when one of your calls finishes and releases its spend, or in ${time}. Nothing was run.`,
      )
    : words(
        'busy',
        'Limit of calls in flight reached',
        `Retrying when one of your calls finishes, or in ${time}. Nothing was run.`,
      );
}

function collectableText({ why, until, queued }: Extract<RunState, { name: 'collectable' }>): RunText {
  const { title, meaning } = why === 'queued' ? formatQueuePosition(queued) : COLLECTABLE[why];
  return words('warn', title, `${meaning} ${untilText(until)}`);
}

/** Formats the queue status as reported. The position is shown as it is, whatever it counts from. */
function formatQueuePosition(queued: QueuedRequest | undefined): { title: string; meaning: string } {
  const goesOn = 'It continues at the router without this page, and may be charged.';
  switch (queued?.status) {
    case 'IN_PROGRESS':
      return { title: 'The router is running the queued call', meaning: goesOn };
    case 'COMPLETED':
      return queued.errorType === null
        ? { title: 'The queued call has finished', meaning: 'Its result was not included.' }
        : { title: 'The queued call failed', meaning: `The router reported: ${queued.errorType}.` };
    default: {
      const position = queued?.position ?? null;
      return {
        title:
          position === null
            ? 'The router has queued the call'
            : `The router has queued the call, at position ${position}`,
        meaning: goesOn,
      };
    }
  }
}

const COLLECTABLE: Readonly<Record<Exclude<CollectableReason, 'queued'>, { title: string; meaning: string }>> = {
  interrupted: {
    title: 'Interrupted',
    meaning: 'The page was closed during the call. The model may have finished, and may have been charged.',
  },
  aborted: {
    title: 'You stopped waiting',
    meaning: 'The provider may continue, and may still charge.',
  },
  no_answer: {
    title: 'No response',
    meaning: 'The model may have run anyway, and may have been charged.',
  },
  deadline: {
    title: 'The router stopped waiting',
    meaning: 'It is not known whether the provider accepted the call. Retrying may start it; charged at most once.',
  },
  check_refused: {
    title: 'The check was rejected',
    meaning: 'The first attempt may still have run, and may have been charged.',
  },
};

function untilText(until: number): string {
  return `You can get the result until ${formatDateTime(until)}.`;
}

function words(tone: RunText['tone'], title: string, explanation: string | null): RunText {
  return { tone, title, explanation };
}
