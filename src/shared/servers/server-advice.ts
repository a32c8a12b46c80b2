import { msg, t, type Message } from '@/lib/i18n/messages';
import { toSentence } from '@/lib/to-sentence';
import { isApiError, isKeyLockedError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { messageOf } from '@/lib/message-of';
import { isServerDown, serverFailure } from './server-failure';

/** Explains why a server request failed, and what to do about it. */
export function failureMessages(error: unknown): { what: string; next: string } {
  // `fetch` throws a TypeError if there is no response.
  if (error instanceof TypeError || (isApiError(error) && isServerDown(error))) {
    return { what: t('Unreachable.'), next: t('Check that the server is running, then try again.') };
  }
  if (!isApiError(error)) return { what: toSentence(messageOf(error, t('Failed'))), next: t(RETRY) };
  const what = toSentence(serverFailure(error).text);
  return {
    what,
    next: isKeyLockedError(error) ? t('Unlock it in Settings, Servers.') : t(NEXT[error.status] ?? RETRY),
  };
}

/** The same for one of several servers: `Lab: 2 files skipped. Unreachable. …`. */
export function lossText({ name }: Surface, count: number, noun: 'job' | 'file', error: unknown): string {
  const { what, next } = failureMessages(error);
  const skipped =
    noun === 'job'
      ? t('{name}: {count, plural, one {# job} other {# jobs}} skipped.', { name, count })
      : t('{name}: {count, plural, one {# file} other {# files}} skipped.', { name, count });
  return `${skipped} ${what} ${next}`;
}

const RETRY = msg('Try again.');

const NEXT: Readonly<Record<number, Message>> = {
  401: msg('Check its API key in Settings, Servers.'),
  403: msg('Use another API key in Settings, Servers.'),
  429: msg('Wait a moment, then try again.'),
};
