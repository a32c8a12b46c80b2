import { callConsole } from '@/api/call-console';
import { withConnection } from '@/api/connections';
import type { Surface } from '@/api/surface';

/** Uploads a file of our own gateway to a host that the model's provider can read. Returns its URL. @throws ApiError */
export function publishInput(surface: Surface, model: string, url: string, signal: AbortSignal): Promise<string> {
  return withConnection('upload', signal, async () => {
    const published = await callConsole(surface, 'publishInput', { body: { model, url }, signal });
    return published.url;
  });
}
