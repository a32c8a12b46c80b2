import type { Hono } from 'hono';
import { z } from 'zod/mini';
import { MAX_JSON_BYTES, readText, rejectBody } from '../http/body';
import {
  endedSessionCookie,
  isToken,
  presentedSession,
  presentsCredential,
  sessionCookie,
  type GateDeps,
} from '../http/credentials';
import type { AppEnv } from '../http/env';
import { ApiProblem } from '../http/operation';

const SessionBody = z.object({ token: z.string() });

/** `/console/session`: whether the console needs the token, the exchange of the token for a session, and the sign-out. */
export function mountSession(app: Hono<AppEnv>, deps: GateDeps): void {
  app.get('/console/session', (c) => {
    const needsToken = deps.settings.token !== null;
    return c.json({ needsToken, isSignedIn: isSignedIn(c.req.raw, deps) });
  });
  app.post('/console/session', async (c) => {
    const token = readToken(await readText(c.req.raw, { maxBytes: MAX_JSON_BYTES }, rejectBody));
    if (!isToken(token, c.req.raw, deps)) throw new ApiProblem('unauthorized', 'Invalid token');
    if (deps.settings.token === null) return c.json({ proof: null });
    const { cookie, proof } = deps.sessions.start();
    c.header('set-cookie', sessionCookie(c.get('origin'), cookie, deps));
    c.header('cache-control', 'no-store');
    return c.json({ proof });
  });
  app.delete('/console/session', (c) => {
    deps.sessions.end(...presentedSession(c.req.raw, deps));
    c.header('set-cookie', endedSessionCookie(c.get('origin'), deps));
    return c.body(null, 204);
  });
}

function isSignedIn(request: Request, deps: GateDeps): boolean {
  try {
    return presentsCredential(request, deps);
  } catch {
    return false;
  }
}

function readToken(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw rejectBody('Request body is not valid JSON');
  }
  const parsed = SessionBody.safeParse(body);
  if (!parsed.success) throw rejectBody('The body is {"token": "…"}');
  return parsed.data.token;
}
