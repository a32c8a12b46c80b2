import type { AppDeps } from '../deps';
import { SESSION_LIFETIME_S, type Sessions } from './sessions';
import type { FailedAuthLimiter } from './auth-rate-limit';
import { jobApiError } from './job-api-error';

/**
 * The static token of Job API 5, rule 2. Programs send it as a bearer token. The console exchanges it once for a session
 * (`sessions.ts`), so that neither the page nor its storage contains the token.
 */

/** Header for the half of a session that the page sends beside the cookie. */
export const SESSION_PROOF_HEADER = 'x-flowdeck-session';

/** Dependencies of all credential checks. */
export interface CredentialDeps extends Pick<AppDeps, 'settings' | 'sign' | 'addressOf'> {
  wrongTokens: FailedAuthLimiter;
  sessions: Sessions;
}

type CookieDeps = Pick<AppDeps, 'sign'>;

/** @returns false if a surface that requires a credential got none. @throws HttpError `unauthorized` */
export function presentsCredential(request: Request, deps: CredentialDeps): boolean {
  const { token } = deps.settings;
  if (token === null) return true;
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const bearer = /^bearer +(.+)$/i.exec(authorization)?.[1];
    if (bearer !== undefined && isToken(bearer, request, deps)) return true;
    throw jobApiError('unauthorized', 'Invalid credentials');
  }
  return deps.sessions.isOpen(...presentedSession(request, deps));
}

export function requireCredential(request: Request, deps: CredentialDeps): void {
  if (presentsCredential(request, deps)) return;
  throw jobApiError('unauthorized', 'Authentication required. Send the gateway token as a bearer token');
}

/**
 * Returns true for the token of this gateway, and for any value if it has no token. The right token always works: otherwise anyone
 * who sends wrong ones could lock out the owner (decision 025).
 * @throws HttpError `unauthorized` for a wrong token, with `Retry-After` after too many from the same client IP.
 */
export function isToken(given: string, request: Request, deps: CredentialDeps): boolean {
  const { settings, sign, wrongTokens } = deps;
  if (settings.token === null) return true;
  // Keyed digests have equal length and do not reveal the position of the first difference.
  if (isSame(sign(`token\n${given}`), sign(`token\n${settings.token}`))) return true;
  const url = deps.addressOf?.(request) ?? '';
  const waitS = wrongTokens.note(url);
  if (waitS === 0) return false;
  throw jobApiError('unauthorized', `Too many failed authentication attempts. Retry after ${waitS} s`, {
    headers: { 'retry-after': String(waitS) },
  });
}

function isSame(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}

/** Cookies are shared by all ports of a host: two gateways on one machine must not overwrite each other's cookie. */
function cookieName({ sign }: CookieDeps): string {
  return `flowdeck_${sign('session cookie').slice(0, 12)}`;
}

/**
 * Returns all values of our cookie, and the proof. Another port may have set a cookie with the same name, so any value may be ours.
 */
export function presentedSession(
  request: Request,
  deps: CookieDeps,
): [cookies: readonly string[], proof: string | null] {
  const name = `${cookieName(deps)}=`;
  const cookies = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(name))
    .map((part) => part.slice(name.length));
  return [cookies, request.headers.get(SESSION_PROOF_HEADER)];
}

/** Returns the `Set-Cookie` value of a new session. */
export function sessionCookie(origin: string, value: string, deps: CookieDeps): string {
  return cookie(origin, value, SESSION_LIFETIME_S, deps);
}

export function finishedSessionCookie(origin: string, deps: CookieDeps): string {
  return cookie(origin, '', 0, deps);
}

function cookie(origin: string, value: string, maxAgeS: number, deps: CookieDeps): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(deps)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}
