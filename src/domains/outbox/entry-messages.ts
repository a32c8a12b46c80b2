import { formatDuration } from '@/lib/format';
import { msg, t } from '@/lib/i18n/messages';
import type { OutboxEntry, OutboxState, Rejection } from './outbox-entry';
import { NOT_STORED } from './outbox-machine';
import { rejectionMessage, rejectionTitle, submitErrorMessages } from './submit-error-messages';

const LONG_WAIT_MS = 10_000;

export interface EntryMessages {
  tone: 'busy' | 'warn' | 'bad' | 'ok';
  title: string;
  explanation: string | null;
  /** Error code for bug reports. */
  code: string | null;
}

/** Returns the texts for an entry's state: its consequences for the user, and what happens next. */
export function entryMessages({ state, createdAt }: OutboxEntry, surfaceName: string, now: number): EntryMessages {
  switch (state.name) {
    case 'pending':
    case 'sending':
      return words('busy', t('Submitting'), null);
    case 'waiting':
      return words(
        'busy',
        t('{reason}. Retrying in {duration}', {
          reason: waitReason(state.code),
          duration: timeTo(state.until, now),
        }),
        state.isProbe
          ? t('A previous attempt may have succeeded. Retrying with the same idempotency key.')
          : [waitMeaning(state.code), waitedText(now - createdAt), t('Not submitted yet.')].filter(Boolean).join(' '),
      );
    case 'unknown':
      return words(
        'warn',
        state.hasArrived ? t('Received by the server') : t('Unconfirmed'),
        state.isLockedOut
          ? t('Sign in to find out whether the job was created, then reload this page. Nothing is submitted twice.')
          : state.hasArrived
            ? t('{server} received the request, but lists no job for it yet. Checking again in {duration}.', {
                server: surfaceName,
                duration: timeTo(state.until, now),
              })
            : t('No response. Searching for the job in {duration}; nothing is submitted twice.', {
                duration: timeTo(state.until, now),
              }),
      );
    case 'probing':
      return words('warn', t('Unconfirmed'), t('Searching for the job; nothing is submitted twice.'));
    case 'unsettled':
      return {
        ...words('warn', t('Submission status unknown'), unsettledReason(state, surfaceName)),
        code: state.refusal ? codeOf(state.refusal) : null,
      };
    case 'submitted':
      return words('ok', t(SUBMITTED[state.how]), null);
    case 'refused':
      return rejectedText(state.refusal);
    case 'canceled':
      return words('ok', t('Canceled before it was submitted'), t('No job was created.'));
  }
}

/** Returns the screen reader announcement of a state: one sentence per state change, without countdowns. */
export function statusAnnouncement({ state }: OutboxEntry): string | null {
  switch (state.name) {
    case 'sending':
      return t('Submitting the run');
    case 'waiting':
      return t('Run queued');
    case 'unknown':
      return state.isLockedOut ? t('Sign in to find the job of this run') : t('No response; searching for the job');
    case 'unsettled':
      return t('Submission status unknown');
    case 'submitted':
      return t('Run submitted');
    case 'refused':
      return t('Run rejected');
    case 'canceled':
      return t('Run canceled');
    case 'pending':
    case 'probing':
      return null;
  }
}

const SUBMITTED = {
  answered: msg('Submitted'),
  found: msg('Submitted (job found)'),
  asked: msg('Submitted on retry'),
  chosen: msg('Submitted (matched by you)'),
};

function words(tone: EntryMessages['tone'], title: string, explanation: string | null): EntryMessages {
  return { tone, title, explanation, code: null };
}

function timeTo(until: number, now: number): string {
  return formatDuration(Math.max(0, Math.ceil((until - now) / 1000)) * 1000);
}

/** Returns the cause of a 429, identified by its code (J-7.19). */
function waitReason(code: string): string {
  if (code === NOT_STORED) return t('Not sent: could not save to browser storage');
  return submitErrorMessages(code)?.title ?? t('The server asked to wait ({code})', { code });
}

/** Returns how long a wait has lasted, or an empty text for short waits. */
function waitedText(ms: number): string {
  return ms < LONG_WAIT_MS
    ? ''
    : t('Waiting for {duration} so far.', { duration: formatDuration(Math.floor(ms / 1000) * 1000) });
}

function waitMeaning(code: string): string {
  return code === NOT_STORED ? t('Is its disk full?') : (submitErrorMessages(code)?.wait ?? '');
}

function unsettledReason({ why, refusal }: OutboxState & { name: 'unsettled' }, surfaceName: string): string {
  switch (why) {
    // A claimed idempotency key does not mean that there is a job (Job API 4, rule 4).
    case 'taken_but_not_listed':
      return t(
        '{server} received the request, but lists no job for it: the job may or may not exist. Submitting it as a new run may run it twice.',
        { server: surfaceName },
      );
    case 'taken_and_no_list':
      return t(
        '{server} received the request, but cannot list jobs: the job may or may not exist. Submitting it as a new run may run it twice.',
        { server: surfaceName },
      );
    case 'key_too_old':
      return t(
        'More than a day has passed, so a retry with the same idempotency key is no longer safe. No matching job in the list.',
      );
    case 'check_refused':
      return refusal?.status === 401
        ? t('The check was rejected; the first attempt may have succeeded. Sign in, then retry.')
        : t('The check was rejected; the first attempt may have succeeded.');
    case 'foreign_refusal':
      return t(
        '{message} This response does not come from the API; a proxy in front of {server} may have sent it. The job may exist. Retry safely reuses the idempotency key, so there is at most one job.',
        { message: refusal?.message.replace(/\.?$/, '.') ?? '', server: surfaceName },
      );
    case 'stopped':
      return t('Search stopped. The job may exist.');
  }
}

function rejectedText(rejection: Rejection): EntryMessages {
  const { code, message } = rejection;
  return { ...words('bad', rejectionTitle(code), rejectionMessage(code, message)), code: codeOf(rejection) };
}

function codeOf({ code, status, requestId }: Rejection): string {
  return [status === 0 ? code : `${status} ${code}`, requestId ? t('request {requestId}', { requestId }) : '']
    .filter(Boolean)
    .join(', ');
}
