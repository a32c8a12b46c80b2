import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import type { MediaChoice } from '@/shared/dialog-requests/drop-questions';
import { dropTakers, type DropSpot } from '@/shared/drop/drop-target';
import { acceptsDrop, type DropContext } from '@/shared/drop/plan-drop';

/** Use of a dropped file that contains a workflow and could also be an input. */
export const mediaChoiceSetting = defineSetting<MediaChoice | 'ask'>('picture-drop', {
  schema: oneOf('ask', 'input', 'workflow'),
  default: 'ask',
});

/** Position of a drop and its Alt key; no spot if the files were selected or pasted. */
export interface DropPosition {
  spot: DropSpot | null;
  isAlt: boolean;
  /** Server of the file, if its drag started on this page. */
  fromSurfaceId?: string | undefined;
  /** The files were in a folder. */
  isFolder?: boolean;
}

/** Returns everything besides the files that determines the effect of a drop: the current page, pointer, keys and settings. */
export function dropContext({ spot, isAlt, fromSurfaceId, isFolder = false }: DropPosition): DropContext {
  const { target, library } = dropTakers();
  return {
    slots: target?.slots ?? [],
    preferred: target?.preferred ?? null,
    canRunEach: target?.attachList !== undefined,
    // The library has its own files already.
    isLibrary: library !== null && library.surfaceId !== fromSurfaceId,
    spot,
    isAlt,
    isFolder,
    mediaChoice: mediaChoiceSetting.get(),
  };
}

/** Gives files that are known after the event only to the element under the pointer. Returns false if it does not accept them. */
export function giveToSpot(files: readonly File[], { spot }: DropPosition): boolean {
  if (!spot || !acceptsDrop(spot, files)) return false;
  spot.take(files);
  return true;
}
