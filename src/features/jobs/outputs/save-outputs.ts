import type { Output } from '@contract/jobs/schemas';
import { usableUrl } from '@/domains/jobs/usable-url';
import type { Surface } from '@/api/surface';
import { saveContent } from '@/shared/files/save-content';

/** Browsers drop downloads that are started at the same time. */
const PAUSE_MS = 250;

/**
 * Saves every output as a browser download, one after another, each with a valid URL. The page fetches the files
 * itself: the browser's own downloads are concurrent, and a few large ones would use all of its connections.
 * @returns the names of the files that no longer exist on the surface
 */
export async function saveOutputs(
  surface: Surface,
  outputs: readonly Output[],
  /** File names for saving; the default is their own names. */
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
