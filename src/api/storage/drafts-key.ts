import type { Surface } from '../surface';

/** Apart from the drafts: whoever only says that they changed needs no database. */
export function draftsKey(surface: Surface): readonly unknown[] {
  return [surface.id, 'device.drafts'];
}

export function draftKey(surface: Surface, draftId: string): readonly unknown[] {
  return [...draftsKey(surface), draftId];
}
