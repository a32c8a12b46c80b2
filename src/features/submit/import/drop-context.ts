import { dropTakers } from '@/shared/drop/drop-target';
import type { DropArea, DropContext } from '@/shared/drop/plan-drop';
import { mediaChoiceSetting } from './media-choice';

/** Position of a drop and its Alt key; no spot if the files were selected or pasted. */
export interface DropPosition {
  spot: DropArea | null;
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
