import type { AppDeps } from '../deps';
import type { SessionRecord } from '../storage/store';

export const SESSION_LIFETIME_S = 30 * 24 * 3600;
/** Each sign-in needs the token, so only its owner can reach this limit; the oldest session is then removed. */
export const MAX_SESSIONS = 200;

type SessionDeps = Pick<AppDeps, 'store' | 'clock' | 'newId' | 'sign' | 'settings'>;

/**
 * The browsers that are signed in (decision 024). A session has two halves: a cookie that scripts cannot read, and a proof that the
 * page stores for its own origin and sends as a header. Browsers send a cookie to every port of a host, so another local server may
 * read the cookie; the proof never leaves the origin. The store has digests of both.
 */
export class Sessions {
  readonly #deps: SessionDeps;
  readonly #sessions: Map<string, SessionRecord>;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#sessions = new Map(deps.store.sessions.all().map((session) => [session.id, session]));
    this.#removeStale();
  }

  /** Starts a session for the current token. */
  start(): { cookie: string; proof: string } {
    this.#removeStale();
    const { newId, clock, settings, store } = this.#deps;
    const cookie = secretOf(newId);
    const proof = secretOf(newId);
    const session: SessionRecord = {
      id: this.#digest('cookie', cookie),
      proof: this.#digest('proof', proof),
      token: this.#digest('token', settings.token ?? ''),
      expiresAt: clock.now() + SESSION_LIFETIME_S * 1000,
    };
    store.transaction(() => {
      const [oldest] = this.#sessions.keys();
      if (this.#sessions.size >= MAX_SESSIONS && oldest !== undefined) this.#remove(oldest);
      store.sessions.insert(session);
    });
    this.#sessions.set(session.id, session);
    return { cookie, proof };
  }

  /** Returns true if one of the cookies belongs, together with the proof, to an active session. */
  isOpen(cookies: readonly string[], proof: string | null): boolean {
    return this.#matching(cookies, proof).length > 0;
  }

  /** Returns true if one of the cookies belongs to an active session. A cookie is only half of a credential. */
  hasCookie(cookies: readonly string[]): boolean {
    const now = this.#deps.clock.now();
    return cookies.some((cookie) => (this.#sessions.get(this.#digest('cookie', cookie))?.expiresAt ?? 0) > now);
  }

  /** Ends the sessions of the cookies and the proof, so that all copies become worthless. */
  end(cookies: readonly string[], proof: string | null): void {
    for (const { id } of this.#matching(cookies, proof)) this.#remove(id);
  }

  #matching(cookies: readonly string[], proof: string | null): SessionRecord[] {
    if (proof === null) return [];
    const now = this.#deps.clock.now();
    const digest = this.#digest('proof', proof);
    // Looked up by digest, so that the duration of a comparison reveals nothing about the secret.
    return cookies.flatMap((cookie) => {
      const session = this.#sessions.get(this.#digest('cookie', cookie));
      return session && session.proof === digest && session.expiresAt > now ? [session] : [];
    });
  }

  /** Removes expired sessions and those of an earlier token. */
  #removeStale(): void {
    const { clock, settings } = this.#deps;
    const token = this.#digest('token', settings.token ?? '');
    for (const session of this.#sessions.values()) {
      if (session.expiresAt <= clock.now() || session.token !== token) this.#remove(session.id);
    }
  }

  #remove(id: string): void {
    this.#deps.store.sessions.remove(id);
    this.#sessions.delete(id);
  }

  #digest(kind: string, value: string): string {
    return this.#deps.sign(`session ${kind}\n${value}`);
  }
}

/** Returns 244 random bits: two version 4 UUIDs. */
function secretOf(newId: () => string): string {
  return `${newId()}${newId()}`.replaceAll('-', '');
}
