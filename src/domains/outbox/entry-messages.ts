import { formatDuration } from '@/lib/format';
import type { OutboxEntry } from './outbox-entry';
import { NOT_STORED } from './outbox-machine';
import type { OutboxState, Rejection } from './outbox-state';
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
      return words('busy', 'Submitting', null);
    case 'waiting':
      return words(
        'busy',
        `${waitReason(state.code)}. Retrying in ${timeTo(state.until, now)}`,
        state.isProbe
          ? 'A previous attempt may have succeeded. Retrying with the same idempotency key.'
          : [waitMeaning(state.code), waitedText(now - createdAt), 'Not submitted yet.'].filter(Boolean).join(' '),
      );
    case 'unknown':
      return words(
        'warn',
        state.hasArrived ? 'Received by the server' : 'Unconfirmed',
        state.isLockedOut
          ? `Sign in to find out whether the job was created, then reload this page. Nothing is submitted twice.`
          : state.hasArrived
            ? `${surfaceName} received the request, but lists no job for it yet. Checking again in ${timeTo(state.until, now)}.`
            : `No response. Searching for the job in ${timeTo(state.until, now)}; nothing is submitted twice.`,
      );
    case 'probing':
      return words('warn', 'Unconfirmed', 'Searching for the job; nothing is submitted twice.');
    case 'unsettled':
      return {
        ...words('warn', 'Submission status unknown', unsettledReason(state, surfaceName)),
        code: state.refusal ? codeOf(state.refusal) : null,
      };
    case 'submitted':
      return words('ok', SUBMITTED[state.how], null);
    case 'refused':
      return rejectedText(state.refusal);
    case 'canceled':
      return words('ok', 'Canceled before it was submitted', 'No job was created.');
  }
}

/** Returns the screen reader announcement of a state: one sentence per state change, without countdowns. */
export function statusAnnouncement({ state }: OutboxEntry): string | null {
  switch (state.name) {
    case 'sending':
      return 'Submitting the run';
    case 'waiting':
      return 'Run queued';
    case 'unknown':
      return state.isLockedOut ? 'Sign in to find the job of this run' : 'No response; searching for the job';
    case 'unsettled':
      return 'Submission status unknown';
    case 'submitted':
      return 'Run submitted';
    case 'refused':
      return 'Run rejected';
    case 'canceled':
      return 'Run canceled';
    case 'pending':
    case 'probing':
      return null;
  }
}

const SUBMITTED = {
  answered: 'Submitted',
  found: 'Submitted (job found)',
  asked: 'Submitted on retry',
  chosen: 'Submitted (matched by you)',
};

function words(tone: EntryMessages['tone'], title: string, explanation: string | null): EntryMessages {
  return { tone, title, explanation, code: null };
}

function timeTo(until: number, now: number): string {
  return formatDuration(Math.max(0, Math.ceil((until - now) / 1000)) * 1000);
}

/** Returns the cause of a 429, identified by its code (J-7.19). */
function waitReason(code: string): string {
  if (code === NOT_STORED) return 'Not sent: could not save to browser storage';
  return submitErrorMessages(code)?.title ?? `The server asked to wait (${code})`;
}

/** Returns how long a wait has lasted, or an empty text for short waits. */
function waitedText(ms: number): string {
  return ms < LONG_WAIT_MS ? '' : `Waiting for ${formatDuration(Math.floor(ms / 1000) * 1000)} so far.`;
}

function waitMeaning(code: string): string {
  return code === NOT_STORED ? 'Is its disk full?' : (submitErrorMessages(code)?.wait ?? '');
}

function unsettledReason({ why, refusal }: OutboxState & { name: 'unsettled' }, surfaceName: string): string {
  switch (why) {
    // A claimed idempotency key does not mean that there is a job (Job API 4, rule 4).
    case 'taken_but_not_listed':
      return `${surfaceName} received the request, but lists no job for it: the job may or may not exist. Submitting it as a new run may run it twice.`;
    case 'taken_and_no_list':
      return `${surfaceName} received the request, but cannot list jobs: the job may or may not exist. Submitting it as a new run may run it twice.`;
    case 'key_too_old':
      return 'More than a day has passed, so a retry with the same idempotency key is no longer safe. No matching job in the list.';
    case 'check_refused':
      return `The check was rejected; the first attempt may have succeeded.${refusal?.status === 401 ? ' Sign in, then retry.' : ''}`;
    case 'foreign_refusal':
      return `${refusal?.message.replace(/\.?$/, '.')} This response does not come from the API; a proxy in front of ${surfaceName} may have sent it. The job may exist. Retry safely reuses the idempotency key, so there is at most one job.`;
    case 'stopped':
      return 'Search stopped. The job may exist.';
  }
}

function rejectedText(rejection: Rejection): EntryMessages {
  const { code, message } = rejection;
  return { ...words('bad', rejectionTitle(code), rejectionMessage(code, message)), code: codeOf(rejection) };
}

function codeOf({ code, status, requestId }: Rejection): string {
  return [status === 0 ? code : `${status} ${code}`, requestId ? `request ${requestId}` : '']
    .filter(Boolean)
    .join(', ');
}
