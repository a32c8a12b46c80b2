import { Cursor } from '@contract/router/written-schemas';
import { routerError } from '../router-error';

type Sign = (text: string) => string;

const SEAL_LENGTH = 24;

/**
 * Writes the cursor of the next page: the position after the last served id in one build of the catalog. It is signed against
 * forgery and opaque to callers.
 */
export function writeCursor(build: string, position: number, sign: Sign): string {
  return `${seal(build, position, sign)}${position.toString(36)}`;
}

/** Reads a cursor. @throws HttpError `invalid_input` if it is forged, or stale after a rebuild. */
export function readCursor(text: string, build: string, sign: Sign): number {
  const position = Number.parseInt(text.slice(SEAL_LENGTH), 36);
  const isOurs =
    Cursor.safeParse(text).success && Number.isSafeInteger(position) && text === writeCursor(build, position, sign);
  if (isOurs) return position;
  throw routerError('invalid_input', 'Invalid or expired cursor. Restart from the first page');
}

function seal(build: string, position: number, sign: Sign): string {
  return sign(`cursor of models\n${build}\n${position}`).slice(0, SEAL_LENGTH);
}
