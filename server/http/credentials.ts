import type { AppDeps } from '../deps';
import { ApiProblem } from './operation';
import { SESSION_LIFETIME_S, type Sessions } from './sessions';
import type { WrongTokens } from './auth-rate-limit';

/**
 * The static token of Job API 5, rule 2. Programs send it as a bearer; the console exchanges it once for a session
 * (`sessions.ts`), so that the token is neither in a page nor in its storage.
 */

/** The half of a session that the page sends beside the cookie. */
export const SESSION_PROOF_HEADER = 'x-flowdeck-session';

/** What everything that asks for a credential stands on. */
export interface GateDeps extends AppDeps {
  wrongTokens: WrongTokens;
  sessions: Sessions;
}

type CredentialDeps = Pick<GateDeps, 'sign'>;

/** @returns false where nothing was presented on a surface that wants a credential. @throws ApiProblem `unauthorized` */
export function presentsCredential(request: Request, deps: GateDeps): boolean {
  const { token } = deps.settings;
  if (token === null) return true;
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const bearer = /^bearer +(.+)$/i.exec(authorization)?.[1];
    if (bearer !== undefined && isToken(bearer, request, deps)) return true;
    throw new ApiProblem('unauthorized', 'Invalid credentials');
  }
  return deps.sessions.isOpen(...presentedSession(request, deps));
}

export function demandCredential(request: Request, deps: GateDeps): void {
  if (presentsCredential(request, deps)) return;
  throw new ApiProblem('unauthorized', 'Authentication required. Send the gateway token as a bearer token');
}

/**
 * True for the token of this gateway, and for anything if there is none. The right token always works: a limit that stops
 * it would let anyone who can send wrong ones lock the owner out (decision 025).
 * @throws ApiProblem `unauthorized` with `Retry-After` for a wrong one, after too many from the same address.
 */
export function isToken(given: string, request: Request, deps: GateDeps): boolean {
  const { settings, sign, wrongTokens } = deps;
  if (settings.token === null) return true;
  // Keyed digests are of one length and tell nothing about the place of the first difference.
  if (isSame(sign(`token\n${given}`), sign(`token\n${settings.token}`))) return true;
  const address = deps.addressOf?.(request) ?? '';
  const waitS = wrongTokens.note(address);
  if (waitS === 0) return false;
  throw new ApiProblem('unauthorized', `Too many failed authentication attempts. Retry after ${waitS} s`, {
    headers: { 'retry-after': String(waitS) },
  });
}

function isSame(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}

/** Browsers keep cookies by host name, not by port: two gateways on one machine must not overwrite each other's. */
function cookieName({ sign }: CredentialDeps): string {
  return `flowdeck_${sign('session cookie').slice(0, 12)}`;
}

/** All values of our cookie, and the proof. Another port may have set a cookie of the same name: any value may be ours. */
export function presentedSession(
  request: Request,
  deps: CredentialDeps,
): [cookies: readonly string[], proof: string | null] {
  const name = `${cookieName(deps)}=`;
  const cookies = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(name))
    .map((part) => part.slice(name.length));
  return [cookies, request.headers.get(SESSION_PROOF_HEADER)];
}

/** The `Set-Cookie` of a new session. */
export function sessionCookie(origin: string, value: string, deps: CredentialDeps): string {
  return cookie(origin, value, SESSION_LIFETIME_S, deps);
}

export function endedSessionCookie(origin: string, deps: CredentialDeps): string {
  return cookie(origin, '', 0, deps);
}

function cookie(origin: string, value: string, maxAgeS: number, deps: CredentialDeps): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(deps)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}
