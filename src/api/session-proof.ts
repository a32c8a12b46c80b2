import { defineSetting } from '@/lib/settings/setting';
import { TEXT } from '@/lib/settings/setting-schemas';

/**
 * The part of a session that the page sends as a header in addition to the cookie (`server/http/sessions.ts`). Local storage
 * belongs to one origin including its port, while a cookie is sent to every port of the host. Empty without a session.
 */
const sessionProof = defineSetting('session', { schema: TEXT, default: '' });
const HEADER = 'X-Flowdeck-Session';

export function storeSessionProof(proof: string | null): void {
  sessionProof.set(proof ?? '');
}

/** Headers for requests to the gateway that served this page. Another tab may have signed in meanwhile. */
export function sessionHeaders(): Readonly<Record<string, string>> {
  const proof = sessionProof.get();
  return proof === '' ? {} : { [HEADER]: proof };
}
