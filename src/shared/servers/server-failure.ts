import { isApiError, isKeyLockedError } from '@/api/api-error';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';

interface ServerFailure {
  tone: 'warn' | 'bad';
  text: string;
}

/** Returns a short reason why a server request failed. */
export function serverFailure(error: Error): ServerFailure {
  if (!isApiError(error) || error.kind === 'unreachable') return { tone: 'bad', text: t('Unreachable') };
  if (isKeyLockedError(error)) return { tone: 'warn', text: t('Key locked') };
  switch (error.status) {
    case 401:
      return { tone: 'warn', text: t('API key missing or wrong') };
    case 403:
      return { tone: 'warn', text: t('The API key may not do this') };
    case 429:
      return { tone: 'warn', text: t('Too many requests') };
    default:
      return { tone: 'bad', text: error.message };
  }
}

/** Returns true if the server did not respond to the page or the relay. */
export function isServerDown(error: Error): boolean {
  return isApiError(error) && (error.kind === 'unreachable' || RELAY_CODES.has(error.code));
}

/** Formats which server does not respond, at which host, and what to do. @param host host of the requested API */
export function serverDownText(error: Error, { name }: Surface, host: string): string {
  // The relay's own message names the requested host and the outcome.
  const what =
    isApiError(error) && RELAY_CODES.has(error.code) ? error.message : t('No response from {host}', { host });
  return t('{what}. Check that {name} is running, and its URL in Settings › Servers.', { what, name });
}

const RELAY_CODES: ReadonlySet<string> = new Set(['surface_unreachable', 'surface_timeout']);
