import type { Clock } from '../../../clock';
import type { ComfyClient } from '../client/comfy-client';
import { readHistory, type HistoryEntry } from '../outputs/history';
import { pause } from '../../../delay';
import { findQueuePosition, type QueuePosition } from './queue';

/** Finds a prompt in ComfyUI's queue or history. */
export type PromptLocation = { state: 'ended'; entry: HistoryEntry } | QueuePosition | { state: 'unknown' };

/** @throws ComfyUnreachable, ComfyRejection */
export async function locatePrompt(
  client: ComfyClient,
  promptId: string,
  signal: AbortSignal,
): Promise<PromptLocation> {
  const inHistory = async () => readHistory(await client.getJson(`/history/${promptId}`, { signal }), promptId);
  const entry = await inHistory();
  if (entry) return { state: 'ended', entry };
  const position = findQueuePosition(await client.getJson('/queue', { signal }), promptId);
  if (position) return position;
  // It may have finished between the two requests.
  const late = await inHistory();
  return late ? { state: 'ended', entry: late } : { state: 'unknown' };
}

const ASK_AGAIN_MS = 500;
const ASK_AGAIN_AT_MOST_MS = 4000;

/**
 * Withdraws a prompt: removes it from the queue, or interrupts it. Resolves when ComfyUI no longer works on it. `/interrupt` is
 * sent only for a running prompt (older servers stop whatever runs) and repeated until it takes effect: ComfyUI ignores one that
 * arrives before the first node.
 * @throws ComfyUnreachable, ComfyRejection
 */
export async function withdrawPrompt(
  client: ComfyClient,
  promptId: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  for (let wait = ASK_AGAIN_MS; ; wait = Math.min(wait * 2, ASK_AGAIN_AT_MOST_MS)) {
    const position = await locatePrompt(client, promptId, signal);
    if (position.state === 'ended' || position.state === 'unknown') return;
    if (position.state === 'pending') await client.postJson('/queue', { delete: [promptId] }, { signal });
    else {
      await client.postJson('/interrupt', { prompt_id: promptId }, { signal });
      await pause(clock, wait, signal);
    }
  }
}
