import { useDropTarget } from '@/shared/drop/drop-target';
import type { DropContext } from '@/shared/drop/plan-drop';
import { mediaChoiceSetting } from './media-choice';

/** Returns everything besides the files that determines the effect of a drop: the current page, pointer, keys and settings. */
export function dropContext({ spot, isAlt }: Pick<DropContext, 'spot' | 'isAlt'>): DropContext {
  const { target, library } = useDropTarget.getState();
  return {
    slots: target?.slots ?? [],
    preferred: target?.preferred ?? null,
    canRunEach: target?.attachList !== undefined,
    isLibrary: library !== null,
    spot,
    isAlt,
    mediaChoice: mediaChoiceSetting.get(),
  };
}
