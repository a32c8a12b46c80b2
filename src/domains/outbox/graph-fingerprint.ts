import { parseJson, stringifyJson } from '@contract/json/lossless';

const HEX_DIGITS = 16;

/**
 * Returns the same fingerprint for the same nodes and values, regardless of whitespace. As a label it identifies runs of the same
 * graph.
 */
export async function graphFingerprint(workflowText: string): Promise<string> {
  const canonical = new TextEncoder().encode(stringifyJson(parseJson(workflowText)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', canonical));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, HEX_DIGITS);
}
