import { useInfiniteQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import { assetsQuery } from '@/domains/assets/asset-list';
import { isImage, THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import type { Surface } from '@/api/surface';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';
import { TextInput } from '@/ui/input/text-input';
import { formatOutputSize } from './output-size';
import { StoredImage } from './stored-image';

interface LibraryDialogProps {
  surface: Surface;
  media: 'image' | 'video' | 'audio' | 'file';
  onChoose: (asset: ListedAsset) => void;
  onClose: () => void;
}

/** Dialog to choose an asset of the matching kind. */
export function LibraryDialog({ surface, media, onChoose, onClose }: LibraryDialogProps) {
  const [text, setText] = useState('');
  const { data, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    assetsQuery(surface, { text: text.trim() || undefined }),
  );
  const all = data?.pages.flatMap((page) => page?.assets ?? []) ?? [];
  const assets = media === 'file' ? all : all.filter(({ content_type }) => content_type.startsWith(`${media}/`));
  return (
    <Dialog
      isOpen
      size="md"
      title={t(
        'Choose {media, select, image {an image} video {a video} audio {an audio file} other {a file}} from the library',
        { media },
      )}
      description={null}
      onOpenChange={onClose}
    >
      <TextInput
        type="search"
        aria-label={t('Search the library')}
        placeholder={t('Part of a name, or the start of a hash')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="mt-3 min-h-48">
        {isPending ? (
          <div className="grid grid-cols-3 gap-3 sm:grid-cols-4">
            {[0, 1, 2, 3].map((index) => (
              <Skeleton key={index} className="aspect-square" />
            ))}
          </div>
        ) : error ? (
          <p className="text-bad">{t('The library could not be read: {message}', { message: error.message })}</p>
        ) : assets.length === 0 ? (
          <p className="text-muted">
            {hasNextPage
              ? t(
                  'No {media, select, image {image} video {video} audio {audio file} other {file}} among the newest files.',
                  { media },
                )
              : t('No matching {media, select, image {image} video {video} audio {audio file} other {file}}.', {
                  media,
                })}
          </p>
        ) : (
          <ul className="grid grid-cols-3 gap-3 sm:grid-cols-4">
            {assets.map((asset) => (
              <li key={asset.id}>
                <LibraryTile surface={surface} asset={asset} onChoose={onChoose} />
              </li>
            ))}
          </ul>
        )}
        {hasNextPage ? (
          <Button className="mt-3" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('Show older files')}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

interface LibraryTileProps {
  surface: Surface;
  asset: ListedAsset;
  onChoose: (asset: ListedAsset) => void;
}

function LibraryTile({ surface, asset, onChoose }: LibraryTileProps) {
  const name = asset.file_path?.split('/').at(-1) ?? asset.id;
  return (
    <button type="button" className="block w-full rounded-lg text-left" onClick={() => onChoose(asset)}>
      <span className="checkerboard flex aspect-square items-center justify-center overflow-hidden rounded-lg border border-line hover:border-control">
        {isImage(asset) ? (
          <StoredImage surface={surface} source={asset} side={THUMB_STRIP} className="object-cover" />
        ) : (
          <FileText aria-hidden className="size-6 text-faint" />
        )}
      </span>
      <span className="mt-1 block truncate font-medium" title={name}>
        {name}
      </span>
      <span className="block text-sm text-muted">{formatOutputSize(asset)}</span>
    </button>
  );
}
