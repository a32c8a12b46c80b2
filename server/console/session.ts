import {
  presentsCredential,
  isToken,
  sessionCookie,
  finishedSessionCookie,
  presentedSession,
  type CredentialDeps,
} from '../http/credentials';
import type { OperationHandler } from '../http/operation';
import { CONSOLE_BODIES } from '@contract/console/operation-specs';
import { jobApiError } from '../http/job-api-error';
import { readJson } from '../http/read-json';

/** `GET /console/session`: whether the console needs the token, and whether this browser has a session. */
export const getSession =
  (deps: CredentialDeps): OperationHandler =>
  ({ request }) =>
    Response.json({ needsToken: deps.settings.token !== null, isSignedIn: isSignedIn(request, deps) });

function isSignedIn(request: Request, deps: CredentialDeps): boolean {
  try {
    return presentsCredential(request, deps);
  } catch {
    return false;
  }
}

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

/** `DELETE /console/session` */
export const signOut =
  (deps: CredentialDeps): OperationHandler =>
  ({ request, origin }) => {
    deps.sessions.end(...presentedSession(request, deps));
    return new Response(null, { status: 204, headers: { 'set-cookie': finishedSessionCookie(origin, deps) } });
  };
