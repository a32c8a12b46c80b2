import type { Output } from '@contract/jobs/schemas';
import { call } from '@/api/client';
import { isExpired } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';
import { saveContent } from '@/shared/save-content';

/** Browsers drop downloads that are asked for in one breath. */
const PAUSE_MS = 250;

/**
 * Hands every output to the browser's downloads, one after another, each by an address that works now. They are read
 * here and not by the browser: downloads of its own run side by side, and a few large ones take all of its connections.
 * @returns the names of the files that the surface no longer hands out
 */
export async function saveOutputs(
  surface: Surface,
  outputs: readonly Output[],
  /** What the files are saved as; absent: their own names. */
  names: readonly string[] = outputs.map(({ name }) => name),
): Promise<string[]> {
  const lost: string[] = [];
  for (const [index, output] of outputs.entries()) {
    try {
      await saveContent(surface, await usableUrl(surface, output), names[index] ?? output.name);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    } catch {
      lost.push(output.name);
    }
  }
  return lost;
}

async function usableUrl(surface: Surface, output: Output): Promise<string> {
  if (!isExpired(output, Date.now())) return output.url;
  return (await call(surface, 'getAsset', { params: { id: output.id } })).body.url;
}
