import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useRef, useState, type KeyboardEvent } from 'react';
import type { ListedAsset } from '@contract/console/schemas';
import type { Surface } from '@/api/surface';
import { assetsQuery } from '@/domains/assets/asset-list';
import { isImage, THUMB_STRIP } from '@/domains/jobs/thumbnail-url';
import { t } from '@/lib/i18n/messages';
import { nextTile } from '@/lib/keyboard/row-beside';
import { toSentence } from '@/lib/to-sentence';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Skeleton } from '@/ui/skeleton';
import { TextInput } from '@/ui/input/text-input';
import { kindIcons } from './kind-icon';
import { outputKind } from './output-kind';
import { formatOutputSize } from './output-size';
import { StoredImage } from './stored-image';

interface LibraryDialogProps {
  surface: Surface;
  media: 'image' | 'video' | 'audio' | 'file';
  onChoose: (asset: ListedAsset) => void;
  onClose: () => void;
}

/** Dialog to choose an asset of the matching kind: an upload or an output of a job, the newest first. */
export function LibraryDialog({ surface, media, onChoose, onClose }: LibraryDialogProps) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text).trim();
  const list = useRef<HTMLUListElement>(null);
  const { data, isPending, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      ...assetsQuery(surface, { text: wanted || undefined, kind: media === 'file' ? undefined : media }),
      placeholderData: keepPreviousData,
    });
  const assets = data?.pages.flatMap((page) => page?.assets ?? []) ?? [];
  const tiles = () => [...(list.current?.querySelectorAll('button') ?? [])];
  const moveInGrid = (event: KeyboardEvent) => {
    if (!list.current || event.altKey || event.ctrlKey || event.metaKey) return;
    const all = tiles();
    const at = all.findIndex((tile) => tile === document.activeElement);
    const columns = getComputedStyle(list.current).gridTemplateColumns.split(' ').length;
    const to = nextTile(event.key, at, all.length, columns);
    if (to === null) return;
    event.preventDefault();
    all[to]?.focus();
  };
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
        data-autofocus
        aria-label={t('Search the library')}
        placeholder={t('Part of a name, or the start of a hash')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          tiles()[0]?.focus();
        }}
      />
      <div className="mt-3 min-h-48">
        {isPending ? (
          <div role="status" aria-label={t('Loading files')} className="grid grid-cols-3 gap-3 sm:grid-cols-4">
            {[0, 1, 2, 3].map((index) => (
              <Skeleton key={index} className="aspect-square" />
            ))}
          </div>
        ) : error && assets.length === 0 ? (
          <div role="alert" className="flex flex-col items-start gap-2">
            <p className="text-bad">
              {t('The library could not be read: {message}', { message: toSentence(error.message) })}
            </p>
            <Button size="sm" isBusy={isFetching} onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          </div>
        ) : data?.pages[0] === null ? (
          <p className="text-muted">
            {t('This server does not list files')}.{' '}
            {t('The outputs of a job are on its page, and can be used as inputs from there.')}
          </p>
        ) : assets.length === 0 ? (
          <p role="status" className="text-muted">
            {wanted === ''
              ? t(
                  'No {media, select, image {image} video {video} audio {audio file} other {file}} is stored on {server} yet.',
                  { media, server: surface.name },
                )
              : t('No matching {media, select, image {image} video {video} audio {audio file} other {file}}.', {
                  media,
                })}
          </p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the buttons in it
          <ul
            ref={list}
            aria-label={t('Files')}
            className="grid grid-cols-3 gap-3 sm:grid-cols-4"
            onKeyDown={moveInGrid}
          >
            {assets.map((asset) => (
              <li key={asset.id} className="min-w-0">
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
  const name = asset.file_path?.split('/').at(-1) || asset.id;
  return (
    <button type="button" className="block w-full rounded-lg text-left" onClick={() => onChoose(asset)}>
      <span className="checkerboard flex aspect-square items-center justify-center overflow-hidden rounded-lg border border-line text-faint hover:border-control [&_svg]:size-6">
        {isImage(asset) ? (
          <StoredImage surface={surface} source={asset} side={THUMB_STRIP} className="object-cover" />
        ) : (
          kindIcons[outputKind({ content_type: asset.content_type, name, type: 'file' })]
        )}
      </span>
      <span className="mt-1 block truncate font-medium" title={name}>
        {name}
      </span>
      <span className="block truncate text-sm text-muted">
        {[formatOutputSize(asset), asset.job_title].filter(Boolean).join(' · ')}
      </span>
    </button>
  );
}
