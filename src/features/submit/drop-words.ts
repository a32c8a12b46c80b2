import type { DropTarget } from './drop-target-store';

export interface DraggedItem {
  /** Media type; empty for folders and for what the platform does not know. */
  type: string;
}

export interface DropWords {
  title: string;
  hint: string;
}

const SAFE = 'Dropping never runs anything';

/** What a drop will do, told before the hand lets go. A drag shows types only; names and bytes come with the drop. */
export function dropWords(items: readonly DraggedItem[], target: DropTarget | null, isAlt: boolean): DropWords {
  const pictures = items.filter(({ type }) => type.startsWith('image/')).length;
  const slot = target?.preferred ?? null;
  if (items.length > 1) {
    if (slot && pictures === items.length && !isAlt) {
      const taken = Math.min(items.length, target?.slots.length ?? 0);
      return {
        title:
          taken === 1
            ? `Drop to use the first picture as input of ${slot.label}`
            : `Drop to use ${taken} pictures as inputs`,
        hint: 'hold Alt to open the workflows inside instead',
      };
    }
    return { title: `Drop to open ${items.length} files, each as a draft`, hint: SAFE };
  }
  const [item] = items;
  if (item && pictures === 1) {
    if (slot && !isAlt) {
      return {
        title: `Drop to use as input of ${slot.label}`,
        hint: 'hold Alt to open the workflow inside this picture instead',
      };
    }
    return { title: 'Drop to open the workflow inside this picture', hint: SAFE };
  }
  const media = item?.type.split('/')[0];
  const mediaSlot = target?.slots.find((candidate) => candidate.media === media);
  if (mediaSlot) return { title: `Drop to use as input of ${mediaSlot.label}`, hint: SAFE };
  return { title: 'Drop to open as a workflow', hint: target ? 'as a draft of its own; this one is kept' : SAFE };
}
