import { toSentence } from '@/lib/to-sentence';
import { formatCount } from '@/lib/format';
import { isApiError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { messageOf } from '@/lib/message-of';
import { isServerDown, serverFailure } from './server-failure';

/** Explains why a server request failed, and what to do about it. */
export function failureMessages(error: unknown): { what: string; next: string } {
  // `fetch` throws a TypeError if there is no response.
  if (error instanceof TypeError || (isApiError(error) && isServerDown(error))) {
    return { what: 'Unreachable.', next: 'Check that the server is running, then try again.' };
  }
  if (!isApiError(error)) return { what: toSentence(messageOf(error, 'Failed')), next: RETRY };
  return { what: toSentence(serverFailure(error).text), next: NEXT[error.status] ?? RETRY };
}

/** The same for one of several servers: `Lab: 2 files skipped. Unreachable. …`. */
export function lossText({ name }: Surface, count: number, noun: string, error: unknown): string {
  const { what, next } = failureMessages(error);
  return `${name}: ${formatCount(count, noun)} skipped. ${what} ${next}`;
}

const RETRY = 'Try again.';

const NEXT: Readonly<Record<number, string>> = {
  401: 'Check its API key in Settings, Servers.',
  403: 'Use another API key in Settings, Servers.',
  429: 'Wait a moment, then try again.',
};
