import type { ListedAsset } from '@contract/console/schemas';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { useCommands } from '@/shared/commands/use-commands';
import { ASSET_ACTION_IDS, ASSET_ACTIONS, assetOffer, type AssetActionId, type AssetFacts } from './asset-actions';
import type { RunAssetAction } from './use-run-asset-action';

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
  const handlerOf = (id: AssetActionId): CommandHandler => ({
    run: () => run(id, assetsOf(id)),
    isAvailable: () => assetOffer(id, assetsOf(id), facts).isShown,
    // Computed on demand, since it iterates over all selected files.
    get disabledReason() {
      return assetOffer(id, assetsOf(id), facts).reason;
    },
  });
  useCommands(
    Object.fromEntries(
      ids.flatMap((id) => {
        const { command } = ASSET_ACTIONS[id];
        return command && command !== 'open' ? [[command, handlerOf(id)]] : [];
      }),
    ),
    { isInDialog },
  );
}
