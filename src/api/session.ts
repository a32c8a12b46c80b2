import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { errorFromAnswer, unreachableError } from './api-error';
import { operationKey, type Surface } from './surface';

/** `GET /console/session`, private to our gateway and open to everybody. */
const Session = z.looseObject({ needsToken: z.boolean(), isSignedIn: z.boolean() });

const POLL_MS = 60_000;

/** Whether this browser has to present the token. A state and no error: it holds while it is asked for again. */
export function sessionQuery(surface: Surface) {
  return queryOptions({
    queryKey: operationKey(surface, 'console.session'),
    queryFn: async ({ signal }) => Session.parse(JSON.parse(await ask(surface, { signal }))),
    // A session ends by its age, seldom while somebody looks.
    refetchInterval: POLL_MS,
    retry: false,
  });
}

/** Exchanges the token of the gateway for its HttpOnly cookie; the token itself is kept nowhere. @throws ApiError */
export async function signIn(surface: Surface, token: string): Promise<void> {
  await ask(surface, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  });
}

async function ask(surface: Surface, init: RequestInit): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${surface.baseUrl}/console/session`, init);
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachableError(error);
  }
  if (!response.ok) throw errorFromAnswer(response.status, response.headers, text);
  return text;
}
