import type { Surface } from '@/api/surface';

/** In a separate module, so that removing a draft from the cache does not import the database. */
export function draftsKey(surface: Surface): readonly unknown[] {
  return [surface.id, 'device.drafts'];
}

export function draftKey(surface: Surface, draftId: string): readonly unknown[] {
  return [...draftsKey(surface), draftId];
}
