import type { ListedAsset } from '@contract/console/schemas';
import type { CommandHandler } from '@/shared/commands/mounted-commands';
import { useCommands } from '@/shared/commands/use-commands';
import { ASSET_ACTION_IDS, ASSET_ACTIONS, assetOffer, type AssetActionId, type AssetFacts } from './asset-actions';
import type { RunAssetAction } from './use-run-asset-action';

interface AssetKeysOptions {
  /** Returns the selected files, otherwise the focused one. */
  chosenNow: () => readonly ListedAsset[];
  /** The focused file; `null` if there is none. */
  focusedNow: () => ListedAsset | null;
  factsOf: (assets: readonly ListedAsset[]) => AssetFacts;
  run: RunAssetAction;
  isInDialog?: boolean;
}

/** Offers the actions on files to shortcuts and palette. */
export function useAssetKeys({ chosenNow, focusedNow, factsOf, run, isInDialog = false }: AssetKeysOptions): void {
  const assetsOf = (id: AssetActionId): readonly ListedAsset[] => {
    // Selecting concerns the focused file, whatever is selected already.
    if (id !== 'select') return chosenNow();
    const focused = focusedNow();
    return focused ? [focused] : [];
  };
  const handlerOf = (id: AssetActionId): CommandHandler => ({
    run: () => run(id, assetsOf(id)),
    isAvailable: () => assetOffer(id, assetsOf(id), factsOf([])).isShown,
    // Computed on demand, since it iterates over all selected files.
    get disabledReason() {
      return assetOffer(id, assetsOf(id), factsOf([])).reason;
    },
  });
  useCommands(
    Object.fromEntries(
      ASSET_ACTION_IDS.flatMap((id) => {
        const { command } = ASSET_ACTIONS[id];
        return command ? [[command, handlerOf(id)]] : [];
      }),
    ),
    { isInDialog },
  );
}
