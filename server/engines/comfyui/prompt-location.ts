import type { Clock } from '../../clock';
import type { ComfyClient } from './comfy-client';
import { readHistory, type HistoryEntry } from './history';
import { pause } from '../../delay';
import { findQueuePosition, type QueuePlace } from './queue';

/** Where ComfyUI has a prompt. */
export type PromptLocation = { state: 'ended'; entry: HistoryEntry } | QueuePlace | { state: 'unknown' };

/** @throws ComfyUnreachable, ComfyRejection */
export async function locatePrompt(
  client: ComfyClient,
  promptId: string,
  signal: AbortSignal,
): Promise<PromptLocation> {
  const inHistory = async () => readHistory(await client.getJson(`/history/${promptId}`, { signal }), promptId);
  const entry = await inHistory();
  if (entry) return { state: 'ended', entry };
  const place = findQueuePosition(await client.getJson('/queue', { signal }), promptId);
  if (place) return place;
  // It may have ended between the two questions.
  const late = await inHistory();
  return late ? { state: 'ended', entry: late } : { state: 'unknown' };
}

const ASK_AGAIN_MS = 500;
const ASK_AGAIN_AT_MOST_MS = 4000;

/**
 * Takes a prompt back: out of the queue, or interrupted where it runs. Resolves when ComfyUI works on it no more.
 * `/interrupt` is sent only for a prompt that runs (older servers stop whatever runs), and again until it has an
 * effect: one that arrives before the first node is forgotten.
 * @throws ComfyUnreachable, ComfyRejection
 */
export async function withdrawPrompt(
  client: ComfyClient,
  promptId: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  for (let wait = ASK_AGAIN_MS; ; wait = Math.min(wait * 2, ASK_AGAIN_AT_MOST_MS)) {
    const place = await locatePrompt(client, promptId, signal);
    if (place.state === 'ended' || place.state === 'unknown') return;
    if (place.state === 'pending') await client.postJson('/queue', { delete: [promptId] }, { signal });
    else {
      await client.postJson('/interrupt', { prompt_id: promptId }, { signal });
      await pause(clock, wait, signal);
    }
  }
}
