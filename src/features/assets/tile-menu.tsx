import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { Button } from '@/ui/button';
import { Menu, type MenuItem } from '@/ui/overlay/menu';
import {
  ASSET_ACTION_IDS,
  ASSET_ACTIONS,
  assetOffer,
  type AssetActionId,
  type AssetFacts,
} from './actions/asset-actions';
import type { RunAssetAction } from './actions/use-run-asset-action';
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
  const [isActivated, setActivated] = useState(false);
  const trigger = (
    <Button
      {...button}
      tone="ghost"
      size="icon-sm"
      aria-label={`More actions for ${assetName(asset)}`}
      title="More"
      {...(isActivated ? {} : { 'aria-haspopup': 'menu', onClick: () => setActivated(true) })}
    >
      <Ellipsis aria-hidden />
    </Button>
  );
  if (!isActivated) return trigger;
  const items = ASSET_ACTION_IDS.flatMap((id): MenuItem[] => {
    const { icon: Icon, isDanger } = ASSET_ACTIONS[id];
    const { label, isShown, reason } = assetOffer(id, [asset], facts);
    if (!isShown || without.includes(id)) return [];
    return [
      {
        label,
        icon: <Icon />,
        tone: isDanger ? 'danger' : 'plain',
        disabledReason: reason,
        onSelect: () => run(id, [asset]),
      },
    ];
  });
  return <Menu trigger={trigger} items={items} isOpenAtOnce />;
}
