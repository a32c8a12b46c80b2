import type { ListedAsset } from '@/api/assets/asset-list';
import { thumbnailUrl } from '@/api/jobs/thumbnail-url';
import { useFreshUrl } from '@/api/jobs/use-fresh-url';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { kindIcons } from '@/shared/kind-icon';
import { assetKind } from './asset-words';

interface AssetPictureProps {
  surface: Surface;
  asset: ListedAsset;
  /** Longest side of the small picture. */
  side: number;
  className?: string;
}

/** The small picture of a file, else a sign for what it is. */
export function AssetPicture({ surface, asset, side, className }: AssetPictureProps) {
  const { url, onLoadError } = useFreshUrl(surface, asset);
  const kind = assetKind(asset);
  if (kind !== 'picture' || !url) {
    return (
      <span
        className={classNames(
          'flex size-full flex-col items-center justify-center gap-1.5 bg-hover text-faint [&_svg]:size-7 [&_svg]:stroke-[1.5]',
          className,
        )}
      >
        {kindIcons[kind]}
      </span>
    );
  }
  return (
    <img
      src={thumbnailUrl(surface, url, side)}
      alt=""
      decoding="async"
      draggable={false}
      className={classNames('checkerboard size-full', className)}
      onError={onLoadError}
    />
  );
}
