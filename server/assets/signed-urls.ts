import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { AppDeps } from '../deps';

/**
 * Content addresses that open without a header, for `<img>` and plain downloads. They are signed up to a fixed window
 * and not for so many seconds from now: two reads of one asset give the same address, and a polling page does not load
 * its pictures again.
 */
const WINDOW_MS = 6 * 3600 * 1000;
/** An address that is handed out can still be used: shortly before a border it is signed to the next one (J-4.104). */
const MIN_LIFE_MS = 15 * 60 * 1000;

/** To fill the template for each of thousands would take ten times as long. */
const [PATH_START = '', PATH_END = ''] = JOB_OPERATIONS.getAssetContent.path.split('{id}');

export type SigningDeps = Pick<AppDeps, 'clock' | 'sign'>;

export interface SignedUrl {
  /** Absolute. */
  url: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * @param origin scheme and authority, such as `OperationContext.origin`.
 * @param until where another time is promised than that of the window: milliseconds since the epoch, cut off to seconds.
 */
export function signContentUrl(assetId: string, origin: string, deps: SigningDeps, until?: number): SignedUrl {
  const expiresAt =
    until === undefined
      ? Math.ceil((deps.clock.now() + MIN_LIFE_MS) / WINDOW_MS) * WINDOW_MS
      : Math.floor(until / 1000) * 1000;
  const expiresS = expiresAt / 1000;
  // Digits and hex: nothing to encode, which would take long for thousands of them.
  const query = `expires=${expiresS}&signature=${deps.sign(signedText(assetId, expiresS))}`;
  return { url: `${origin}${PATH_START}${encodeURIComponent(assetId)}${PATH_END}?${query}`, expiresAt };
}

/** `absent`: no signature was presented; the caller stands on its own credential. */
export type SignatureState = 'absent' | 'valid' | 'expired' | 'forged';

/** What the query of a content address proves about the asset. The signature does not cover `thumb`. */
export function contentSignature(query: URLSearchParams, assetId: string, deps: SigningDeps): SignatureState {
  const signature = query.get('signature');
  const expires = query.get('expires');
  if (signature === null && expires === null) return 'absent';
  if (signature === null || expires === null || !/^\d{1,12}$/.test(expires)) return 'forged';
  if (!equalInConstantTime(signature, deps.sign(signedText(assetId, Number(expires))))) return 'forged';
  return Number(expires) * 1000 > deps.clock.now() ? 'valid' : 'expired';
}

function signedText(assetId: string, expiresS: number): string {
  return `asset-content\n${assetId}\n${expiresS}`;
}

/** A comparison that stops at the first difference tells a guesser how far they are. */
function equalInConstantTime(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let i = 0; i < expected.length; i++) difference |= given.charCodeAt(i) ^ expected.charCodeAt(i);
  return difference === 0;
}
