import { readResponseHeaders } from '@contract/router/headers';
import { chargesOnPolicyRejection } from '@contract/router/schemas';
import { formatBytes, formatDateTime, formatDuration } from '@/lib/format';
import { msg, t, type Message } from '@/lib/i18n/messages';
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
        ? words('warn', t('Not sent: could not save to browser storage'), t('Is the disk full? Retrying.'))
        : words('busy', t('Queued'), t('At most two calls run at once. Starts when one finishes.'));
    case 'in_flight':
      return words('busy', stageText(stage), null);
    case 'retry_wait':
      return waitText(state, run.faults, now);
    case 'collectable':
      return canRetry(run, now)
        ? collectableText(state)
        : words(
            'warn',
            t('Result no longer available'),
            t('Results are stored for one day. The call may have run, and may have been charged.'),
          );
    case 'not_sent':
      return run.firstSentAt === null
        ? words('neutral', t('Not sent'), t('The page was closed before it was sent. Nothing was called or charged.'))
        : words(
            'neutral',
            t('Not run'),
            t(
              'The gateway has no result of this call, and is not running it. Attempts before that were rejected, if there were any.',
            ),
          );
    case 'canceled':
      return words('neutral', t('Canceled'), t('Nothing was called or charged.'));
    case 'done':
      return words(
        'ok',
        t('Done'),
        state.answer.isReplayed ? t('From the earlier call with this key; not run again.') : null,
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
      return t('The model is running');
    case 'retry_wait':
      return t('The run is queued and retried automatically');
    case 'collectable':
      return t('No result yet; you can check for it');
    case 'done':
      return t('Result ready');
    case 'failed':
      return isNotEnabled(state.failure) ? t(NOT_ENABLED) : t('The run failed');
    case 'canceled':
      return t('Run canceled');
    case 'pending':
    case 'not_sent':
      return null;
  }
}

function stageText(stage: RunStage | undefined): string {
  if (stage?.name === 'sending' && stage.sentBytes < stage.totalBytes) {
    return t('Sending, {sent} of {total}', {
      sent: formatBytes(stage.sentBytes),
      total: formatBytes(stage.totalBytes),
    });
  }
  if (stage?.name === 'queued') {
    return stage.position === null ? t('In queue') : t('#{position} in queue', { position: stage.position + 1 });
  }
  if (stage?.name !== 'receiving') return t('Waiting for the model');
  const received = formatBytes(stage.receivedBytes);
  return stage.totalBytes === null
    ? t('Receiving, {received}', { received })
    : t('Receiving, {received} of {total}', { received, total: formatBytes(stage.totalBytes) });
}

/** Returns the text of a wait. Errors are distinguished by status, bucket and headers, never by their text. */
function waitText(state: Extract<RunState, { name: 'retry_wait' }>, errors: number, now: number): RunText {
  const { failure, until } = state;
  const time = formatDuration(Math.max(0, Math.ceil((until - now) / 1000)) * 1000);
  const bucket = bucketOfFailure(failure);
  if (failure.status === 0) {
    return words(
      'warn',
      t('No response'),
      t('The call may have arrived. Retrying in {time} with the same idempotency key; charged at most once.', { time }),
    );
  }
  switch (bucket) {
    case 'concurrency_limit_exceeded':
      return concurrencyText(failure, time);
    case 'rate_limited':
      return words(
        'busy',
        t('Rate limit reached'),
        t('Retrying in {time}, when the time window allows it. Nothing was run.', { time }),
      );
    case 'queue_backlog_full':
      return words('busy', t('The queue of the router is full'), t('Retrying in {time}. Nothing was run.', { time }));
    case 'deadline_exceeded':
      // A wait that is bound to end is not a fault: there is then a result to collect.
      if (errors > 0) {
        return words(
          'warn',
          t('The router stopped waiting'),
          t(
            'No provider had accepted the call. Retrying in {time} with the same idempotency key; charged at most once.',
            { time },
          ),
        );
      }
      return words(
        'busy',
        t('The model exceeds the router’s time limit'),
        t('The provider continues. Checking for the result in {time} with the same idempotency key.', { time }),
      );
    case 'service_unavailable':
      return words('busy', t('Router temporarily unavailable'), t('Your input is fine. Retrying in {time}.', { time }));
    case 'provider_error':
      return words('warn', t('The provider failed'), t('Retrying the same call in {time}.', { time }));
    default:
      return words(
        'warn',
        t('The router failed'),
        t('Retrying the same call in {time} with the same idempotency key.', { time }),
      );
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
      t('The call is still running'),
      t('An earlier attempt is still running. Checking for its result in {time} with the same idempotency key.', {
        time,
      }),
    );
  }
  const { spend, concurrency } = readResponseHeaders(
    new Headers(failure.headers.map(([name, value]) => [name, value])),
  );
  return spend && concurrency?.remaining !== 0
    ? words(
        'busy',
        t('This call would exceed the committed spend limit'),
        t('Retrying when one of your calls finishes and releases its spend, or in {time}. Nothing was run.', { time }),
      )
    : words(
        'busy',
        t('Limit of calls in flight reached'),
        t('Retrying when one of your calls finishes, or in {time}. Nothing was run.', { time }),
      );
}

function collectableText({ why, until, queued }: Extract<RunState, { name: 'collectable' }>): RunText {
  const { title, meaning } = why === 'queued' ? formatQueuePosition(queued) : translatedReason(COLLECTABLE[why]);
  return words('warn', title, `${meaning} ${untilText(until)}`);
}

/** Formats the queue status as reported. The position is shown as it is, whatever it counts from. */
function formatQueuePosition(queued: QueuedRequest | undefined): { title: string; meaning: string } {
  const goesOn = t('It continues at the router without this page, and may be charged.');
  switch (queued?.status) {
    case 'IN_PROGRESS':
      return { title: t('The router is running the queued call'), meaning: goesOn };
    case 'COMPLETED':
      return queued.errorType === null
        ? { title: t('The queued call has finished'), meaning: t('Its result was not included.') }
        : {
            title: t('The queued call failed'),
            meaning: t('The router reported: {errorType}.', { errorType: queued.errorType }),
          };
    default: {
      const position = queued?.position ?? null;
      return {
        title:
          position === null
            ? t('The router has queued the call')
            : t('The router has queued the call, at position {position}', { position }),
        meaning: goesOn,
      };
    }
  }
}

interface Reason {
  title: Message;
  meaning: Message;
}

const COLLECTABLE: Readonly<Record<Exclude<CollectableReason, 'queued'>, Reason>> = {
  interrupted: {
    title: msg('Interrupted'),
    meaning: msg('The page was closed during the call. The model may have finished, and may have been charged.'),
  },
  aborted: {
    title: msg('You stopped waiting'),
    meaning: msg('The provider may continue, and may still charge.'),
  },
  no_answer: {
    title: msg('No response'),
    meaning: msg('The model may have run anyway, and may have been charged.'),
  },
  deadline: {
    title: msg('The router stopped waiting'),
    meaning: msg(
      'It is not known whether the provider accepted the call. Retrying may start it; charged at most once.',
    ),
  },
  check_refused: {
    title: msg('The check was rejected'),
    meaning: msg('The first attempt may still have run, and may have been charged.'),
  },
};

function translatedReason({ title, meaning }: Reason): { title: string; meaning: string } {
  return { title: t(title), meaning: t(meaning) };
}

function untilText(until: number): string {
  return t('You can get the result until {time}.', { time: formatDateTime(until) });
}

function words(tone: RunText['tone'], title: string, explanation: string | null): RunText {
  return { tone, title, explanation };
}
