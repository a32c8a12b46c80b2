import type { DropTarget } from '@/shared/drop-target';

export interface DraggedItem {
  /** Media type; empty for folders and for what the platform does not know. */
  type: string;
}

export interface DropText {
  title: string;
  hint: string;
}

const SAFE = 'Nothing runs until you press Run';

/** What a drop will do, told before the hand lets go. A drag shows types only; names and bytes come with the drop. */
export function dropText(items: readonly DraggedItem[], target: DropTarget | null, isAlt: boolean): DropText {
  const pictures = items.filter(({ type }) => type.startsWith('image/')).length;
  const slot = target?.preferred ?? null;
  if (items.length > 1) {
    if (slot && pictures === items.length && !isAlt) {
      const isMore = items.length > (target?.slots.length ?? 0);
      return {
        title:
          isMore && target?.attachList
            ? `Drop to choose: one run for each of the ${items.length} images, or inputs of one run`
            : `Drop to use ${items.length} images as inputs`,
        hint: 'hold Alt to open the embedded workflows instead',
      };
    }
    return { title: `Drop to open ${items.length} files, each as a draft`, hint: SAFE };
  }
  const [item] = items;
  if (item && pictures === 1) {
    if (slot && !isAlt) {
      return {
        title: `Drop to use as input of ${slot.label}`,
        hint: 'hold Alt to open the embedded workflow instead',
      };
    }
    return { title: 'Drop to open the workflow embedded in this image', hint: SAFE };
  }
  const media = item?.type.split('/')[0];
  const mediaSlot = target?.slots.find((candidate) => candidate.media === media);
  if (mediaSlot) return { title: `Drop to use as input of ${mediaSlot.label}`, hint: SAFE };
  return { title: 'Drop to open as a workflow', hint: target ? 'opens as a separate draft' : SAFE };
}
