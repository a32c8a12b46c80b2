import {
  Copy,
  FileArchive,
  FileCode,
  ImageUp,
  Maximize2,
  MessageSquareQuote,
  Pin,
  SquareArrowOutUpRight,
  SquareCheck,
  Star,
  Trash2,
  Workflow,
} from 'lucide-react';
import type { ListedAsset } from '@contract/console/schemas';
import { ownKeys } from '@contract/typed-objects';
import type { Offer, OfferedAction, TableAction } from '@/shared/commands/action-table';
import { inputMedia } from '@/shared/dialog-requests/input-request';
import { shownKind } from '../asset-text';

/** What decides about actions besides the files themselves. */
export interface AssetFacts {
  /** Whether all of them have a star. */
  areStarred: boolean;
  /** Whether the file is selected. */
  isSelected: boolean;
}

interface ActionRow extends TableAction {
  /** For several files, if it differs. */
  labelOfSeveral?: string;
  /** The label in a situation that changes it. */
  labelOf?: (facts: AssetFacts) => string | null;
  /** Whether it is shown for these files; absent: always. */
  isShown?: (assets: readonly ListedAsset[]) => boolean;
  /** Why it does nothing now. */
  reasonOf?: (assets: readonly ListedAsset[]) => string | null;
}

/**
 * Every action on files, in the order of menus and bar. The menu of a tile, the bar of the selection, the details, shortcuts,
 * palette and shortcut sheet read this table, as those of jobs do (decision 108). `use-run-asset-action.ts` runs them.
 */
const ROWS = {
  open: { label: 'Open large', icon: Maximize2, command: 'open', count: 'one' },
  input: {
    label: 'Use in a workflow…',
    icon: ImageUp,
    count: 'one',
    isShown: (assets) => assets.every(({ content_type: type }) => inputMedia(type) !== null),
  },
  job: {
    label: 'Open job',
    icon: SquareArrowOutUpRight,
    count: 'one',
    isShown: (assets) => assets.every((asset) => Boolean(asset.job_id)),
  },
  'same-workflow': {
    label: 'More of this workflow',
    icon: Workflow,
    count: 'one',
    isShown: (assets) => assets.every((asset) => Boolean(asset.job_id)),
    reasonOf: (assets) => (assets.some((asset) => asset.job_title) ? null : 'Workflow name unknown.'),
  },
  'same-prompt': {
    label: 'More with this prompt',
    icon: MessageSquareQuote,
    count: 'one',
    isShown: (assets) => assets.every((asset) => Boolean(asset.job_id)),
  },
  star: {
    label: 'Star',
    icon: Star,
    command: 'star',
    keywords: 'favorite mark',
    labelOf: ({ areStarred }) => (areStarred ? 'Remove star' : null),
  },
  select: {
    label: 'Select',
    icon: SquareCheck,
    command: 'select',
    count: 'one',
    labelOf: ({ isSelected }) => (isSelected ? 'Remove from selection' : null),
  },
  keep: {
    label: 'Keep permanently',
    icon: Pin,
    count: 'one',
    isShown: (assets) => assets.every(({ expires_at: end, hash }) => Boolean(end) && Boolean(hash)),
  },
  zip: {
    label: 'Download as zip…',
    icon: FileArchive,
    command: 'save-outputs',
    keywords: 'save archive files images',
  },
  'html-page': {
    label: 'Save as HTML page…',
    icon: FileCode,
    keywords: 'share export web contact sheet',
    reasonOf: (assets) =>
      assets.some((asset) => shownKind(asset) !== null) ? null : 'A page cannot show files of this kind.',
  },
  'copy-id': {
    label: 'Copy file ID',
    labelOfSeveral: 'Copy file IDs',
    icon: Copy,
    command: 'copy-id',
    keywords: 'clipboard uuid',
  },
  delete: {
    label: 'Delete',
    // One can be restored for a while; several are asked about.
    labelOfSeveral: 'Delete…',
    icon: Trash2,
    tone: 'danger',
    command: 'delete',
    keywords: 'remove trash',
    reasonOf: (assets) => {
      if (assets.some((asset) => !asset.in_use)) return null;
      return assets.length === 1
        ? 'A job that has not finished reads this file.'
        : 'Jobs that have not finished read these files.';
    },
  },
} satisfies Readonly<Record<string, ActionRow>>;

export type AssetActionId = keyof typeof ROWS;

export const ASSET_ACTIONS: Readonly<Record<AssetActionId, ActionRow>> = ROWS;

export const ASSET_ACTION_IDS = ownKeys(ASSET_ACTIONS);

export type RunAssetAction = (id: AssetActionId, assets: readonly ListedAsset[]) => void;

/** Decides how an action is offered for some files. */
export function assetOffer(id: AssetActionId, assets: readonly ListedAsset[], facts: AssetFacts): Offer {
  const { label, labelOfSeveral, labelOf, count, isShown, reasonOf } = ASSET_ACTIONS[id];
  const areSeveral = assets.length > 1;
  return {
    label: labelOf?.(facts) ?? (areSeveral ? labelOfSeveral : undefined) ?? label,
    isShown: assets.length > 0 && !(areSeveral && count === 'one') && (isShown?.(assets) ?? true),
    reason: reasonOf?.(assets) ?? null,
  };
}

/** Returns an action on some files, as menus and bars show it. */
export function assetAction(
  id: AssetActionId,
  assets: readonly ListedAsset[],
  facts: AssetFacts,
  run: RunAssetAction,
): OfferedAction {
  return { ...assetOffer(id, assets, facts), run: () => run(id, assets) };
}
