import type { ListedAsset } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { kindIcons } from '@/shared/files/kind-icon';
import { StoredImage } from '@/shared/files/stored-image';
import { assetKind } from './asset-text';

interface AssetImageProps {
  surface: Surface;
  asset: ListedAsset;
  /** Longest side of the thumbnail. */
  side: number;
  className?: string;
}

/** Thumbnail of a file, or an icon for its kind. */
export function AssetImage({ surface, asset, side, className }: AssetImageProps) {
  const kind = assetKind(asset);
  const sign = (
    <span
      className={classNames(
        'flex size-full flex-col items-center justify-center gap-1.5 bg-hover text-faint [&_svg]:size-7 [&_svg]:stroke-[1.5]',
        className,
      )}
    >
      {kindIcons[kind]}
    </span>
  );
  if (kind !== 'image') return sign;
  return (
    <StoredImage surface={surface} source={asset} side={side} className={classNames('checkerboard', className)}>
      {sign}
    </StoredImage>
  );
}
