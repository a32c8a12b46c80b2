import { openDatabase } from '../storage/database';
import type { Surface } from '../surface';

export function keptBodyKey(surface: Surface, modelId: string): readonly unknown[] {
  return [surface.id, 'device.model-body', modelId];
}

/** What the form of a model held last on this device; null where nothing is kept. */
export async function readKeptBody(surface: Surface, modelId: string): Promise<string | null> {
  try {
    return (await (await openDatabase()).get('modelBodies', [surface.id, modelId])) ?? null;
  } catch {
    return null;
  }
}

/** A convenience: what could not be kept is typed again. */
export async function keepBody(surface: Surface, modelId: string, text: string): Promise<void> {
  try {
    await (await openDatabase()).put('modelBodies', text, [surface.id, modelId]);
  } catch {
    // No room, or no storage at all.
  }
}
