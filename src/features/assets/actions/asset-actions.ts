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
import { msg, t, type Message } from '@/lib/i18n/messages';
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
  labelOfSeveral?: Message;
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
  open: { label: msg('Open large'), icon: Maximize2, command: 'open', count: 'one' },
  input: {
    label: msg('Use in a workflow…'),
    icon: ImageUp,
    count: 'one',
    isShown: (assets) => assets.every(({ content_type: type }) => inputMedia(type) !== null),
  },
  job: {
    label: msg('Open job'),
    icon: SquareArrowOutUpRight,
    count: 'one',
    isShown: (assets) => assets.every((asset) => Boolean(asset.job_id)),
  },
  'same-workflow': {
    label: msg('More of this workflow'),
    icon: Workflow,
    count: 'one',
    isShown: (assets) => assets.every((asset) => Boolean(asset.job_id)),
  },
  'same-prompt': {
    label: msg('More with this prompt'),
    icon: MessageSquareQuote,
    count: 'one',
    isShown: (assets) => assets.every((asset) => Boolean(asset.job_id)),
  },
  star: {
    label: msg('Star'),
    icon: Star,
    command: 'star',
    keywords: msg('favorite mark'),
    labelOf: ({ areStarred }) => (areStarred ? t('Remove star') : null),
  },
  select: {
    label: msg('Select'),
    icon: SquareCheck,
    command: 'select',
    count: 'one',
    labelOf: ({ isSelected }) => (isSelected ? t('Remove from selection') : null),
  },
  keep: {
    label: msg('Keep permanently'),
    icon: Pin,
    count: 'one',
    isShown: (assets) => assets.every(({ expires_at: end, hash }) => Boolean(end) && Boolean(hash)),
  },
  zip: {
    label: msg('Download as zip…'),
    icon: FileArchive,
    command: 'save-outputs',
    keywords: msg('save archive files images'),
  },
  'html-page': {
    label: msg('Save as HTML page…'),
    icon: FileCode,
    keywords: msg('share export web contact sheet'),
    reasonOf: (assets) =>
      assets.some((asset) => shownKind(asset) !== null) ? null : t('A page cannot show files of this kind.'),
  },
  'copy-id': {
    label: msg('Copy file ID'),
    labelOfSeveral: msg('Copy file IDs'),
    icon: Copy,
    command: 'copy-id',
    keywords: msg('clipboard uuid'),
  },
  delete: {
    label: msg('Delete'),
    // One can be restored for a while; several are asked about.
    labelOfSeveral: msg('Delete…'),
    icon: Trash2,
    tone: 'danger',
    command: 'delete',
    keywords: msg('remove trash'),
    reasonOf: (assets) => {
      if (assets.some((asset) => !asset.in_use)) return null;
      return assets.length === 1
        ? t('A job that has not finished reads this file.')
        : t('Jobs that have not finished read these files.');
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
    label: labelOf?.(facts) ?? t((areSeveral ? labelOfSeveral : undefined) ?? label),
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
