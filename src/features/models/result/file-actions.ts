import { ImageUp, Save, Sparkles, Star } from 'lucide-react';
import { msg, t } from '@/lib/i18n/messages';
import type { Offer, TableAction } from '@/shared/commands/action-table';

/** What decides about actions on a file of a response. */
export interface FileFacts {
  isStarred: boolean;
  /** Whether it is in the gallery permanently. */
  isKept: boolean;
  /** Whether an input accepts it. */
  isInput: boolean;
}

interface ActionRow extends TableAction {
  isShown?: (facts: FileFacts) => boolean;
  labelOf?: (facts: FileFacts) => string | null;
}

/** Every action on a file of a response, in the order of the toolbar. `use-file-actions.ts` runs them. */
const ROWS = {
  star: {
    label: msg('Star'),
    icon: Star,
    command: 'star',
    keywords: msg('favorite mark'),
    labelOf: ({ isStarred }) => (isStarred ? t('Remove star') : null),
  },
  workflow: { label: msg('Use in a workflow…'), icon: ImageUp, isShown: ({ isInput }) => isInput },
  model: { label: msg('Use with a model…'), icon: Sparkles, isShown: ({ isInput }) => isInput },
  keep: { label: msg('Keep in the gallery'), icon: Save, isShown: ({ isKept }) => !isKept },
} satisfies Readonly<Record<string, ActionRow>>;

export type FileActionId = keyof typeof ROWS;

export const FILE_ACTIONS: Readonly<Record<FileActionId, ActionRow>> = ROWS;

/** Decides how an action is offered for a file. */
export function fileOffer(id: FileActionId, facts: FileFacts): Offer {
  const { label, labelOf, isShown } = FILE_ACTIONS[id];
  return { label: labelOf?.(facts) ?? t(label), isShown: isShown?.(facts) ?? true, reason: null };
}
