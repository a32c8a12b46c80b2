import { writeSetting, readText } from '@/lib/local-storage';

/**
 * The half of a session that the page sends as a header beside the cookie (`server/http/sessions.ts`). Storage belongs to
 * one origin, port included, while a cookie goes to every port of the host.
 */
const STORAGE_KEY = 'flowdeck.session';
const HEADER = 'X-Flowdeck-Session';

/** Stays in this page if storage is off: the user signs in again after a reload. */
let current: string | null = null;

export function storeSessionProof(proof: string | null): void {
  current = proof;
  writeSetting(STORAGE_KEY, proof);
}

/** Headers for requests to the gateway that served this page. Another tab may have signed in meanwhile. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const proof = readText(STORAGE_KEY) ?? current;
  return proof === null ? {} : { [HEADER]: proof };
}
