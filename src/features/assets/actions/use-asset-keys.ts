import type { ListedAsset } from '@contract/console/schemas';
import { actionHandlers } from '@/shared/commands/action-table';
import { useCommands } from '@/shared/commands/use-commands';
import {
  ASSET_ACTION_IDS,
  ASSET_ACTIONS,
  assetAction,
  type AssetActionId,
  type AssetFacts,
  type RunAssetAction,
} from './asset-actions';

interface AssetKeysOptions {
  /** Absent: all that have keys. */
  ids?: readonly AssetActionId[];
  /** Returns the selected files, otherwise the focused one. */
  chosenNow: () => readonly ListedAsset[];
  /** The focused file; `null` if there is none. */
  focusedNow: () => ListedAsset | null;
  facts: AssetFacts;
  run: RunAssetAction;
  isInDialog?: boolean;
}

/** Offers the actions on files to shortcuts and palette. Enter is handled by the tile. */
export function useAssetKeys(options: AssetKeysOptions): void {
  const { ids = ASSET_ACTION_IDS, chosenNow, focusedNow, facts, run, isInDialog = false } = options;
  const assetsOf = (id: AssetActionId): readonly ListedAsset[] => {
    // Selecting concerns the focused file, whatever is selected already.
    if (id !== 'select') return chosenNow();
    const focused = focusedNow();
    return focused ? [focused] : [];
  };
  const withKeys = ids.filter((id) => id !== 'open');
  useCommands(
    actionHandlers(
      withKeys,
      (id) => ASSET_ACTIONS[id].command,
      (id) => assetAction(id, assetsOf(id), facts, run),
    ),
    { isInDialog },
  );
}
