import { finishedSessionCookie, presentedSession, type CredentialDeps } from '../http/credentials';
import type { OperationHandler } from '../http/operation';

/** `DELETE /console/session` */
export const signOut =
  (deps: CredentialDeps): OperationHandler =>
  ({ request, origin }) => {
    deps.sessions.end(...presentedSession(request, deps));
    return new Response(null, { status: 204, headers: { 'set-cookie': finishedSessionCookie(origin, deps) } });
  };
