import { Cursor } from '@contract/router/written-schemas';
import { RouterProblem } from './router-problem';

type Sign = (text: string) => string;

const SEAL_LENGTH = 24;

/**
 * Where a walk goes on: the place after the last id that was served, in one build of the catalog, sealed so that nobody can
 * make one. Opaque to callers.
 */
export function writeCursor(build: string, place: number, sign: Sign): string {
  return `${seal(build, place, sign)}${place.toString(36)}`;
}

/** @throws RouterProblem `invalid_input` for one that we did not make, or that a rebuild has made stale. */
export function readCursor(text: string, build: string, sign: Sign): number {
  const place = Number.parseInt(text.slice(SEAL_LENGTH), 36);
  const isOurs =
    Cursor.safeParse(text).success && Number.isSafeInteger(place) && text === writeCursor(build, place, sign);
  if (isOurs) return place;
  throw new RouterProblem('invalid_input', 'Invalid or expired cursor. Restart from the first page');
}

function seal(build: string, place: number, sign: Sign): string {
  return sign(`cursor of models\n${build}\n${place}`).slice(0, SEAL_LENGTH);
}
