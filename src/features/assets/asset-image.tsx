import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { operationKey, type Surface } from '@/api/surface';
import { useFreshUrl } from '@/domains/jobs/file-url';
import { classNames } from '@/lib/class-names';
import { useIsSeen } from '@/lib/hooks/use-is-seen';
import { kindIcons } from '@/shared/files/kind-icon';
import type { OutputKind } from '@/shared/files/output-kind';
import { StoredImage } from '@/shared/files/stored-image';
import { readContent } from '@/shared/viewer/output/read-content';
import { assetKind } from './asset-text';

interface AssetImageProps {
  surface: Surface;
  asset: ListedAsset;
  /** Longest side of the thumbnail. */
  side: number;
  className?: string;
}

const TEXT_KINDS: ReadonlySet<OutputKind> = new Set<OutputKind>(['text', 'json', 'source']);

/** Thumbnail of a file, the beginning of a text, or an icon for its kind. */
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
  if (TEXT_KINDS.has(kind)) {
    return (
      <FirstLines surface={surface} asset={asset}>
        {sign}
      </FirstLines>
    );
  }
  if (kind !== 'image') return sign;
  // One color: scrolling would paint the checkerboard below each image, which takes a fifth of its time.
  return (
    <StoredImage surface={surface} source={asset} side={side} className={classNames('bg-canvas', className)}>
      {sign}
    </StoredImage>
  );
}

interface FirstLinesProps {
  surface: Surface;
  asset: ListedAsset;
  /** Shown until the text is read, and if it cannot be. */
  children: ReactNode;
}

/** The beginning of a text as plain text; read when it scrolls into view. */
function FirstLines({ surface, asset, children }: FirstLinesProps) {
  const [isSeen, see] = useIsSeen();
  const { url } = useFreshUrl(surface, asset);
  const { data } = useQuery({ ...firstLinesQuery(surface, asset.id, url ?? ''), enabled: isSeen && url !== null });
  return (
    <span ref={see} className="block size-full">
      {data === undefined || data.trim() === '' ? (
        children
      ) : (
        <span className="block size-full overflow-hidden bg-panel p-2.5 font-mono text-xs leading-normal wrap-anywhere whitespace-pre-wrap text-muted">
          {data}
        </span>
      )}
    </span>
  );
}

/** More than a tile can show. */
const FIRST_BYTES = 1024;

function firstLinesQuery(surface: Surface, assetId: string, url: string) {
  return queryOptions({
    // Without the URL, which changes while the text does not.
    queryKey: operationKey(surface, 'getAssetContent', 'lines', assetId),
    queryFn: async ({ signal }) => new TextDecoder().decode(await readContent(surface, url, FIRST_BYTES, signal)),
    staleTime: Infinity,
    retry: false,
  });
}
