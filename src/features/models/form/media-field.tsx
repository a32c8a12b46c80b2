import { FileText, FolderOpen, ImagePlus, ImageUp, Link, LibraryBig } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatBytes } from '@/lib/format';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { carryFile, useCarriedFile } from '@/shared/staged-file';
import { withArticle } from '@/shared/media-noun';
import { registerDropSlot } from '@/shared/drop-target';
import { UploadStatus } from '@/shared/upload-status';
import { BlobImage } from '@/ui/blob-image';
import { Button } from '@/ui/button';
import { FileDropTarget } from '@/ui/file-drop-target';
import { MediaRow } from '@/ui/media-row';
import { Spinner } from '@/ui/spinner';
import type { MediaField as MediaFieldModel } from '../schema/field';
import { UrlInput } from './url-input';
import { FieldFrame } from './field-frame';
import { useForm, useFormParts, useValue, type FieldViewProps } from './form-context';
import { acceptOf, addressName, isLoopbackUrl, MEDIA_NOUN, mediaDetails, WAY_WORDS } from './media-value';
import { useMediaFile } from './use-media-file';

const LoopbackNotice = lazy(async () => ({ default: (await import('./loopback-notice')).LoopbackNotice }));
const LibraryDialog = lazy(async () => ({ default: (await import('./library-dialog')).LibraryDialog }));

/** A file, whatever the schema wants it to become: dropped, chosen, named by its address, or taken from the library. */
export function MediaField({ field, isBare }: FieldViewProps<MediaFieldModel>) {
  const { surface } = useFormParts();
  const value = useValue(field.path);
  const media = useMediaFile(field);
  const [isAsking, setAsking] = useState<'address' | 'library' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const picked = useCarriedFile((state) => state.carried);
  const isFitting = picked?.surfaceId === surface.id && (field.media === 'file' || field.media === picked.media);
  const carried = isFitting ? picked : null;
  const text = typeof value === 'string' ? value : '';
  const noun = MEDIA_NOUN[field.media];
  const slotKey = JSON.stringify(field.path);
  const isFilled = text !== '';
  const take = useEffectEvent((file: File) => media.take(file));
  // Drops anywhere on the page go to its media inputs.
  useEffect(
    () =>
      registerDropSlot({
        key: slotKey,
        media: field.media,
        label: field.title,
        isFilled,
        attach: (file) => take(file),
      }),
    [slotKey, field.media, field.title, isFilled],
  );
  const takesAddress = field.ways.includes('url');

  return (
    <FieldFrame field={field} isBare={isBare}>
      {(control) => (
        <>
          <input
            ref={input}
            type="file"
            accept={acceptOf(field)}
            className="hidden"
            aria-label={`File for ${field.title}`}
            onChange={(event) => {
              media.take(event.target.files?.[0]);
              // The same file can be chosen again after a failure.
              event.target.value = '';
            }}
          />
          <FileDropTarget onFiles={([file]) => media.take(file)}>
            <div className="flex flex-col gap-2 rounded-lg border border-control bg-canvas p-2.5">
              {media.upload && media.upload.phase !== 'done' ? (
                <MediaRow
                  picture={<FileText aria-hidden className="size-6 text-faint" />}
                  name={media.uploadName}
                  facts={[]}
                >
                  <UploadStatus upload={media.upload} onCancel={media.discard} onRetry={media.retry} />
                </MediaRow>
              ) : media.isReading ? (
                <p role="status" className="flex h-8 items-center gap-2 text-muted">
                  <Spinner /> Reading the {noun}
                </p>
              ) : text === '' ? (
                <p className="text-muted">
                  <span className="font-medium text-text">Drop {withArticle(noun)} here</span>, or choose one.
                </p>
              ) : (
                <HeldFile field={field} value={text} />
              )}
              <div className="flex flex-wrap gap-x-1 gap-y-1">
                <Button
                  {...control}
                  aria-label={text === '' ? `Choose ${withArticle(noun)} for ${field.title}` : `Replace ${field.title}`}
                  size="sm"
                  onClick={() => input.current?.click()}
                >
                  <FolderOpen aria-hidden />
                  {text === '' ? `Choose ${withArticle(noun)}` : 'Replace'}
                </Button>
                {takesAddress ? (
                  <Button size="sm" tone="ghost" onClick={() => setAsking(isAsking === 'address' ? null : 'address')}>
                    <Link aria-hidden /> Use a URL
                  </Button>
                ) : null}
                {carried ? (
                  <Button
                    size="sm"
                    className="max-w-full min-w-0"
                    title={`Use ${carried.name} (selected earlier)`}
                    onClick={() => {
                      media.takeAsset(carried.asset);
                      carryFile(null);
                    }}
                  >
                    <ImageUp aria-hidden />
                    <span className="truncate">Use {carried.name}</span>
                  </Button>
                ) : null}
                {surface.kind === 'gateway' ? (
                  <Button size="sm" tone="ghost" onClick={() => setAsking('library')}>
                    <LibraryBig aria-hidden />
                    From the library
                  </Button>
                ) : null}
              </div>
              {isAsking === 'address' ? (
                <UrlInput
                  title={field.title}
                  value={mediaDetails(text).way === 'url' ? text : ''}
                  onUse={(url) => {
                    media.takeAddress(url);
                    setAsking(null);
                  }}
                />
              ) : null}
              {media.problem ? (
                <p role="alert" className="text-sm text-bad">
                  {media.problem}
                </p>
              ) : null}
            </div>
          </FileDropTarget>
          <Suspense>
            {isAsking === 'library' ? (
              <LibraryDialog
                surface={surface}
                media={field.media}
                onClose={() => setAsking(null)}
                onChoose={(asset) => {
                  setAsking(null);
                  media.takeAsset(asset);
                }}
              />
            ) : null}
          </Suspense>
        </>
      )}
    </FieldFrame>
  );
}

/** What the value stands for: known from the moment it was brought, else read off the value itself. */
function HeldFile({ field, value }: { field: MediaFieldModel; value: string }) {
  const attachment = useForm(({ attachments }) => attachments.get(value));
  const facts = mediaDetails(value);
  const { target } = useFormParts();
  const way = attachment?.way ?? facts.way;
  const size = attachment?.sizeBytes ?? facts.sizeBytes;
  const name = attachment?.name ?? (way === 'url' ? addressName(value) : `${MEDIA_NOUN[field.media]} from this run`);
  const measures = attachment?.width ? `${attachment.width} × ${attachment.height}` : null;
  const sent =
    size !== null && way !== 'url' ? `sent ${WAY_WORDS[way]}, ${formatBytes(value.length)}` : `sent ${WAY_WORDS[way]}`;
  return (
    <MediaRow
      picture={
        attachment?.thumbnail ? (
          <BlobImage blob={attachment.thumbnail} className="size-full object-cover" />
        ) : facts.pictureUrl ? (
          <img src={facts.pictureUrl} alt="" className="size-full object-cover" />
        ) : field.media === 'image' ? (
          <ImagePlus aria-hidden className="size-6 text-faint" />
        ) : (
          <FileText aria-hidden className="size-6 text-faint" />
        )
      }
      name={name}
      facts={[measures, size === null ? null : formatBytes(size), sent]}
    >
      {way === 'url' && isLoopbackUrl(value) && !target.isLocal ? (
        <Suspense>
          <LoopbackNotice field={field} value={value} />
        </Suspense>
      ) : null}
      {way === 'url' ? (
        <span className="truncate font-mono text-xs text-faint" title={value}>
          {middleEllipsis(value, 60)}
        </span>
      ) : null}
    </MediaRow>
  );
}
