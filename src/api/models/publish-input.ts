import { z } from 'zod/mini';
import { fetchFromSurface } from '../ask-surface';
import { withConnection } from '../connections';
import type { Surface } from '../surface';

const Published = z.looseObject({ url: z.string() });

/** Uploads a file of our own gateway to where the provider of a model can read it. Returns its URL. @throws ApiError */
export function publishInput(surface: Surface, model: string, url: string, signal: AbortSignal): Promise<string> {
  return withConnection('upload', signal, async () => {
    const text = await fetchFromSurface(surface, '/console/publish-input', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ model, url }),
      signal,
    });
    return Published.parse(JSON.parse(text)).url;
  });
}
