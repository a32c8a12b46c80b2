import type { Surface } from '@/api/surface';

/** In a separate module, so that removing a draft from the cache does not import the database. */
export function draftsKey(surface: Surface): readonly unknown[] {
  return [surface.id, 'device.drafts'];
}

/** Not among the lists: an open draft is not read again while it is edited. */
export function draftKey(surface: Surface, draftId: string): readonly unknown[] {
  return [surface.id, 'device.draft', draftId];
}
