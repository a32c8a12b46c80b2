import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import { isToken, sessionCookie, type CredentialDeps } from '../http/credentials';
import { jobApiError } from '../http/job-api-error';
import type { OperationHandler } from '../http/operation';
import { readJson } from '../http/read-json';

/** `POST /console/session`: exchanges the token for a session. The cookie is one half of it, the proof the other. */
export const signIn =
  (deps: CredentialDeps): OperationHandler =>
  async ({ request, origin }) => {
    const { token } = await readJson(request, CONSOLE_BODIES.signIn);
    if (!isToken(token, request, deps)) throw jobApiError('unauthorized', 'Invalid token');
    if (deps.settings.token === null) return Response.json({ proof: null });
    const { cookie, proof } = deps.sessions.start();
    const headers = { 'set-cookie': sessionCookie(origin, cookie, deps), 'cache-control': 'no-store' };
    return Response.json({ proof }, { headers });
  };
