import type { AppDeps } from '../deps';
import { ApiProblem } from './operation';
import type { WrongTokens } from './wrong-tokens';

/**
 * The static token of Job API 5, rule 2. Programs send it as a bearer; the console exchanges it once for a cookie that
 * no script can read, so that the token is neither in a page nor in its storage.
 */
const SESSION_LIFETIME_S = 30 * 24 * 3600;

/** What everything that asks for a credential stands on. */
export interface GateDeps extends AppDeps {
  wrongTokens: WrongTokens;
}

type CredentialDeps = Pick<GateDeps, 'settings' | 'sign' | 'clock'>;

/** @returns false where nothing was presented on a surface that wants a credential. @throws ApiProblem `unauthorized` */
export function presentsCredential(request: Request, deps: GateDeps): boolean {
  const { token } = deps.settings;
  if (token === null) return true;
  const authorization = request.headers.get('authorization');
  if (authorization !== null) {
    const bearer = /^bearer +(.+)$/i.exec(authorization)?.[1];
    if (bearer !== undefined && isToken(bearer, request, deps)) return true;
    throw new ApiProblem('unauthorized', 'The credential was refused');
  }
  return hasSession(request, token, deps);
}

export function demandCredential(request: Request, deps: GateDeps): void {
  if (presentsCredential(request, deps)) return;
  throw new ApiProblem('unauthorized', 'This gateway wants its token: send it as Authorization: Bearer');
}

/**
 * True for the token of this gateway, and for anything where there is none.
 * @throws ApiProblem `unauthorized` with `Retry-After`, unjudged, after too many wrong ones from the same address.
 */
export function isToken(given: string, request: Request, deps: GateDeps): boolean {
  const { settings, sign, wrongTokens } = deps;
  if (settings.token === null) return true;
  const address = deps.addressOf?.(request) ?? '';
  const waitS = wrongTokens.waitS(address);
  if (waitS > 0) {
    throw new ApiProblem('unauthorized', `Too many wrong tokens came from your address. Try again in ${waitS} s`, {
      headers: { 'retry-after': String(waitS) },
    });
  }
  // Keyed digests are of one length and tell nothing about the place of the first difference.
  const isRight = isSame(sign(`token\n${given}`), sign(`token\n${settings.token}`));
  if (!isRight) wrongTokens.note(address);
  return isRight;
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

function sessionValue(expiresS: number, token: string, { sign }: CredentialDeps): string {
  return `${expiresS}.${sign(`session\n${expiresS}\n${token}`)}`;
}

function hasSession(request: Request, token: string, deps: CredentialDeps): boolean {
  const name = `${cookieName(deps)}=`;
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim());
  const value = cookies.find((part) => part.startsWith(name))?.slice(name.length);
  const expires = /^(\d{1,12})\./.exec(value ?? '')?.[1];
  if (value === undefined || expires === undefined) return false;
  return isSame(value, sessionValue(Number(expires), token, deps)) && Number(expires) * 1000 > deps.clock.now();
}

/** The `Set-Cookie` of a new session. */
export function sessionCookie(origin: string, token: string, deps: CredentialDeps): string {
  const expiresS = Math.floor(deps.clock.now() / 1000) + SESSION_LIFETIME_S;
  return cookie(origin, sessionValue(expiresS, token, deps), SESSION_LIFETIME_S, deps);
}

export function endedSessionCookie(origin: string, deps: CredentialDeps): string {
  return cookie(origin, '', 0, deps);
}

function cookie(origin: string, value: string, maxAgeS: number, deps: CredentialDeps): string {
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(deps)}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${secure}`;
}
