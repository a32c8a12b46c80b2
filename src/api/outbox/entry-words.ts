import { formatDuration } from '@/lib/format';
import type { OutboxEntry } from './outbox-entry';
import { NOT_WRITTEN } from './outbox-machine';
import type { OutboxState, Refusal } from './outbox-state';
import { refusalSentence, refusalTitle, refusalWords } from './refusal-words';

export interface EntryWords {
  tone: 'busy' | 'warn' | 'bad' | 'ok';
  title: string;
  explanation: string | null;
  /** To copy into a report. */
  code: string | null;
}

/** What an entry's state means for a person: their work, and what happens next. */
export function entryWords({ state }: OutboxEntry, surfaceName: string, now: number): EntryWords {
  switch (state.name) {
    case 'pending':
    case 'sending':
      return words('busy', 'Sending this run', null);
    case 'waiting':
      return words(
        'busy',
        `${waitReason(state.code)}. ${state.code === NOT_WRITTEN ? 'Tried' : 'Sent'} again in ${timeTo(state.until, now)}`,
        state.isProbe
          ? 'An earlier attempt may have arrived; the same key goes again.'
          : `${waitMeaning(state.code)} Nothing was submitted yet.`.trim(),
      );
    case 'unknown':
      return words(
        'warn',
        state.hasArrived ? 'This run has arrived' : 'Maybe submitted',
        state.isLockedOut
          ? `${surfaceName} tells nothing more before you sign in. Do so where this page asks for it, or load it anew: then the job is looked for by itself. Nothing is sent twice.`
          : state.hasArrived
            ? `${surfaceName} has it, and does not list it yet. Looking again in ${timeTo(state.until, now)}.`
            : `No answer came. Looking for the job in ${timeTo(state.until, now)}; nothing is sent twice.`,
      );
    case 'probing':
      return words('warn', 'Maybe submitted', 'Looking for the job; nothing is sent twice.');
    case 'unsettled':
      return {
        ...words('warn', 'Nobody can tell whether this run was submitted', unsettledReason(state, surfaceName)),
        code: state.refusal ? codeOf(state.refusal) : null,
      };
    case 'submitted':
      return words('ok', SUBMITTED[state.how], null);
    case 'refused':
      return refusedWords(state.refusal);
    case 'canceled':
      return words('ok', 'Canceled before it was submitted', 'No job was made.');
  }
}

/** The same for the ear: one sentence per change of state, no countdowns. */
export function spokenWords({ state }: OutboxEntry): string | null {
  switch (state.name) {
    case 'sending':
      return 'The run is on its way';
    case 'waiting':
      return 'The run waits for its turn';
    case 'unknown':
      return state.isLockedOut
        ? 'Sign in, so that the job of the run can be looked for'
        : 'No answer came to the run; its job is being looked for';
    case 'unsettled':
      return 'It stays open whether the run exists';
    case 'submitted':
      return 'The run is in the queue';
    case 'refused':
      return 'The run was refused';
    case 'canceled':
      return 'The run is canceled';
    case 'pending':
    case 'probing':
      return null;
  }
}

const SUBMITTED = {
  answered: 'Submitted',
  found: 'It had arrived: the job was found',
  asked: 'It had not arrived, and was sent once more: submitted',
  chosen: 'Submitted: you said which job it is',
};

function words(tone: EntryWords['tone'], title: string, explanation: string | null): EntryWords {
  return { tone, title, explanation, code: null };
}

function timeTo(until: number, now: number): string {
  return formatDuration(Math.max(0, Math.ceil((until - now) / 1000)) * 1000);
}

/** Causes of a 429 are told apart by their code (J-7.19). */
function waitReason(code: string): string {
  if (code === NOT_WRITTEN) return 'This browser could not write the run down, so it was not sent';
  return refusalWords(code)?.title ?? `The surface asks to wait (${code})`;
}

function waitMeaning(code: string): string {
  return code === NOT_WRITTEN ? 'Is its disk full?' : (refusalWords(code)?.wait ?? '');
}

function unsettledReason({ why, refusal }: OutboxState & { name: 'unsettled' }, surfaceName: string): string {
  switch (why) {
    case 'taken_but_not_listed':
      return `${surfaceName} says that it has this run, and lists no such job. Sending it as a new run may run it twice.`;
    case 'taken_and_no_list':
      return `${surfaceName} says that it has this run, and cannot list its jobs. Sending it as a new run may run it twice.`;
    case 'key_too_old':
      return 'More than a day has passed, so asking with the same key is no longer safe. The list has no such job.';
    case 'check_refused':
      return `The check was refused, which says nothing about the first attempt.${refusal?.status === 401 ? ' Sign in, then send it once more with the same key.' : ''}`;
    case 'stopped':
      return 'You stopped the search. The run may exist all the same.';
  }
}

function refusedWords(refusal: Refusal): EntryWords {
  const { code, message } = refusal;
  return { ...words('bad', refusalTitle(code), refusalSentence(code, message)), code: codeOf(refusal) };
}

function codeOf({ code, status, requestId }: Refusal): string {
  return [`${status} ${code}`, requestId ? `request ${requestId}` : ''].filter(Boolean).join(', ');
}
