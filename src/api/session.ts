import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { fetchFromSurface } from './ask-surface';
import { storeSessionProof } from './session-proof';
import { LOCAL_SURFACE, operationKey, type Surface } from './surface';
import { hasGateway } from './surfaces/has-gateway';

/** `GET /console/session`, private to our gateway and open to everybody. */
const Session = z.looseObject({ needsToken: z.boolean(), isSignedIn: z.boolean() });

/** `POST /console/session`; null if the gateway needs no token. */
const NewSession = z.looseObject({ proof: z.nullable(z.string()) });

const PATH = '/console/session';
const POLL_MS = 60_000;

/** Whether this browser has to present the token. A state and no error: it holds while it is asked for again. */
export function sessionQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.session'),
    queryFn: async ({ signal }) => Session.parse(JSON.parse(await fetchFromSurface(surface, PATH, { signal }))),
    // A session ends by its age, seldom while somebody looks.
    enabled: surface.id !== LOCAL_SURFACE.id || hasGateway(),
    refetchInterval: POLL_MS,
    retry: false,
  });
}

/** Exchanges the token of the gateway for a session; the token itself is stored nowhere. @throws ApiError */
export async function signIn(surface: Surface, token: string): Promise<void> {
  const text = await fetchFromSurface(surface, PATH, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  storeSessionProof(NewSession.parse(JSON.parse(text)).proof);
}

/** Ends the session on the gateway; copies of its cookie are worthless from then on. @throws ApiError */
export async function signOut(surface: Surface): Promise<void> {
  await fetchFromSurface(surface, PATH, { method: 'DELETE' });
  storeSessionProof(null);
}
