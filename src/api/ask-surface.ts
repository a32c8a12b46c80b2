import { errorFromAnswer, unreachableError } from './api-error';
import { credentialOf } from './credentials';
import type { Surface } from './surface';

/** Asks for what stands beside the operation table, such as the private routes of our gateway. @throws ApiError */
export async function askSurface(surface: Surface, path: string, init: RequestInit = {}): Promise<string> {
  const url = surface.baseUrl + path;
  const credential = credentialOf(surface, url);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      ...init,
      credentials: credential.mode,
      headers: { ...credential.headers, ...(init.headers as Record<string, string> | undefined) },
    });
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw unreachableError(error);
  }
  if (!response.ok) throw errorFromAnswer(response.status, response.headers, text);
  return text;
}
