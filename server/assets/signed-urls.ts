import { JOB_OPERATIONS } from '@contract/jobs/operations';
import type { AppDeps } from '../deps';

/**
 * Signed content URLs, which work without a header, for `<img>` and plain downloads. They expire at the end of a fixed time
 * window instead of a number of seconds from now. So two reads of an asset return the same URL, and a polling page does not
 * reload its images.
 */
const WINDOW_MS = 6 * 3600 * 1000;
/** Minimum remaining validity: close to the end of a window, URLs are signed until the end of the next one (J-4.104). */
const MIN_LIFE_MS = 15 * 60 * 1000;

/** Split once: filling the template per URL takes ten times as long, which matters for thousands. */
const [PATH_START = '', PATH_END = ''] = JOB_OPERATIONS.getAssetContent.path.split('{id}');

export type SigningDeps = Pick<AppDeps, 'clock' | 'sign'>;

export interface SignedUrl {
  /** Absolute. */
  url: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

/**
 * @param origin start of absolute links, such as `OperationContext.origin`.
 * @param until expiry in place of the window's end: milliseconds since the epoch, truncated to seconds.
 */
export function signContentUrl(assetId: string, origin: string, deps: SigningDeps, until?: number): SignedUrl {
  const expiresAt =
    until === undefined
      ? Math.ceil((deps.clock.now() + MIN_LIFE_MS) / WINDOW_MS) * WINDOW_MS
      : Math.floor(until / 1000) * 1000;
  const expiresS = expiresAt / 1000;
  // Digits and hex need no encoding, which would be slow for thousands of URLs.
  const query = `expires=${expiresS}&signature=${deps.sign(signedText(assetId, expiresS))}`;
  return { url: `${origin}${PATH_START}${encodeURIComponent(assetId)}${PATH_END}?${query}`, expiresAt };
}

/** `absent`: the URL has no signature, so the credential of the request decides. */
export type SignatureState = 'absent' | 'valid' | 'expired' | 'forged';

/** Verifies the signature in the query of a content URL. The signature does not cover `thumb`. */
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

/** Constant-time comparison: stopping at the first difference would leak how many characters match. */
function equalInConstantTime(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let difference = 0;
  for (let i = 0; i < expected.length; i++) difference |= given.charCodeAt(i) ^ expected.charCodeAt(i);
  return difference === 0;
}
