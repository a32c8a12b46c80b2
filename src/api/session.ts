import { errorFromAnswer, unreachableError } from './api-error';
import type { Surface } from './surface';

/** Exchanges the token of the gateway for its HttpOnly cookie; the token itself is kept nowhere. @throws ApiError */
export async function signIn(surface: Surface, token: string): Promise<void> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${surface.baseUrl}/console/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    text = await response.text();
  } catch (error) {
    throw unreachableError(error);
  }
  if (!response.ok) throw errorFromAnswer(response.status, response.headers, text);
}
