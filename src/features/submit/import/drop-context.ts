import type { AnyRouter } from '@tanstack/react-router';
import { defineSetting } from '@/lib/settings/setting';
import { oneOf } from '@/lib/settings/setting-schemas';
import type { MediaChoice } from '@/shared/dialog-requests/dialogs';
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
  /** Returns true once another page is open: what is known only then belongs to none of its inputs. */
  isLeft?: () => boolean;
}

/** Returns a function that tells whether another page has been opened since. */
export function watchPage(router: AnyRouter): () => boolean {
  const { pathname } = router.state.location;
  return () => router.state.location.pathname !== pathname;
}

const NO_TAKERS: ReturnType<typeof dropTakers> = { target: null, library: null };

/** Returns everything besides the files that determines the effect of a drop: the current page, pointer, keys and settings. */
export function dropContext({ spot, isAlt, fromSurfaceId, isFolder = false, isLeft }: DropPosition): DropContext {
  const hasLeft = isLeft?.() === true;
  const { target, library } = hasLeft ? NO_TAKERS : dropTakers();
  return {
    slots: target?.slots ?? [],
    preferred: target?.preferred ?? null,
    canRunEach: target?.attachList !== undefined,
    // The library has its own files already.
    isLibrary: library !== null && library.surfaceId !== fromSurfaceId,
    spot: hasLeft ? null : spot,
    isAlt,
    isFolder,
    mediaChoice: mediaChoiceSetting.get(),
  };
}

/** Gives files that are known after the event only to the element under the pointer. Returns false if it does not take them. */
export function giveToSpot(files: readonly File[], { spot, isLeft }: DropPosition): boolean {
  if (!spot || isLeft?.() || !acceptsDrop(spot, files)) return false;
  spot.take(files);
  return true;
}
