import { Ellipsis } from 'lucide-react';
import type { ListedAsset } from '@contract/console/schemas';
import { t } from '@/lib/i18n/messages';
import { actionMenu } from '@/shared/commands/action-table';
import { Button } from '@/ui/button';
import { LazyMenu } from '@/ui/overlay/lazy-menu';
import {
  ASSET_ACTION_IDS,
  ASSET_ACTIONS,
  assetAction,
  type AssetActionId,
  type AssetFacts,
  type RunAssetAction,
} from './actions/asset-actions';
import { assetName } from './asset-text';

interface TileMenuProps {
  asset: ListedAsset;
  facts: AssetFacts;
  run: RunAssetAction;
  /** Actions that have their own button beside the menu. */
  without?: readonly AssetActionId[];
  className?: string;
  tabIndex?: number;
}

const NONE: readonly AssetActionId[] = [];

/** Menu of the actions on one file, which are determined on the first press. */
export function TileMenu({ asset, facts, run, without = NONE, ...button }: TileMenuProps) {
  const ids = ASSET_ACTION_IDS.filter((id) => !without.includes(id));
  return (
    <LazyMenu
      trigger={
        <Button
          {...button}
          tone="ghost"
          size="icon-sm"
          aria-label={t('More actions for {name}', { name: assetName(asset) })}
          title={t('More')}
        >
          <Ellipsis aria-hidden />
        </Button>
      }
      items={() => actionMenu(ASSET_ACTIONS, ids, (id) => assetAction(id, [asset], facts, run))}
    />
  );
}
