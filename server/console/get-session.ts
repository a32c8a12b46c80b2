import { presentsCredential, type CredentialDeps } from '../http/credentials';
import type { OperationHandler } from '../http/operation';

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
