import { ImageUp, Link } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { handOver, useHandOvers } from '@/shared/dialog-requests/hand-overs';
import { registerDropSlot } from '@/shared/drop/drop-target';
import { LibraryButton } from '@/shared/fields/library-button';
import { heldFile, MediaField as SharedMediaField, type HeldFile } from '@/shared/fields/media-field';
import { Button } from '@/ui/button';
import type { MediaField as MediaFieldModel } from '../../schema/field';
import { useFrame } from '../frame/field-frame';
import { acceptOf, urlName, isLoopbackUrl, mediaDetails, ENCODING_TEXT } from '../media/media-value';
import { EditMedia } from '../media/edit-media';
import { LoopbackNotice } from '../media/loopback-notice';
import { UrlInput } from '../media/url-input';
import { useMediaFile } from '../media/use-attach-file';
import { useForm, useFormParts, useValue, type FieldViewProps } from '../state/form-context';

/** File input for every encoding: files are dropped, selected, entered by URL or chosen from the library. */
export function MediaField(props: FieldViewProps<MediaFieldModel>) {
  const { field } = props;
  const { surface } = useFormParts();
  const frame = useFrame(props);
  const value = useValue(field.path);
  const { incoming, upload, ...media } = useMediaFile(field);
  const [isUrlOpen, setUrlOpen] = useState(false);
  const picked = useHandOvers((held) => held.mediaFile);
  const isFitting = picked?.surfaceId === surface.id && (field.media === 'file' || field.media === picked.media);
  const staged = isFitting ? picked : null;
  const text = typeof value === 'string' ? value : '';
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
  const held = useHeldFile(field, text);
  const isUploading = upload !== undefined && upload.phase !== 'done';
  const isReading = incoming !== undefined && incoming.problem === null && !isUploading;

  return (
    <>
      <SharedMediaField
        frame={frame}
        media={field.media}
        accept={acceptOf(field)}
        slotKey={slotKey}
        onFiles={([file]) => media.take(file)}
        held={isUploading ? { name: incoming?.name ?? '', summary: [], thumbnail: null } : isReading ? null : held}
        isReading={isReading}
        upload={
          incoming && isUploading
            ? { id: incoming.uploadId, state: upload, onCancel: media.discard, onRetry: media.retry }
            : null
        }
        moreActions={
          <>
            {isUploading || isReading ? null : (
              <EditMedia field={field} onSave={media.takeEdited} onRestore={media.takeAddress} />
            )}
            {field.ways.includes('url') ? (
              <Button size="sm" tone="ghost" onClick={() => setUrlOpen(!isUrlOpen)}>
                <Link aria-hidden /> {t('Use a URL')}
              </Button>
            ) : null}
            {staged ? (
              <Button
                size="sm"
                className="max-w-full min-w-0"
                title={t('Use {name} (selected earlier)', { name: staged.name })}
                onClick={() => {
                  media.takeAsset(staged.asset);
                  handOver('mediaFile', null);
                }}
              >
                <ImageUp aria-hidden />
                <span className="truncate">{t('Use {name}', { name: staged.name })}</span>
              </Button>
            ) : null}
            <LibraryButton surface={surface} media={field.media} label={field.title} onChoose={media.takeAsset} />
          </>
        }
      >
        {isUrlOpen ? (
          <UrlInput
            title={field.title}
            value={mediaDetails(text).way === 'url' ? text : ''}
            onUse={(url) => {
              media.takeAddress(url);
              setUrlOpen(false);
            }}
          />
        ) : null}
        {incoming?.problem ? (
          <p role="alert" className="text-sm text-bad">
            {incoming.problem}
          </p>
        ) : null}
      </SharedMediaField>
    </>
  );
}

/** Returns details of the file behind a value: from its attachment if it was added here, otherwise from the value. */
function useHeldFile(field: MediaFieldModel, value: string): HeldFile | null {
  const attachment = useForm(({ attachments }) => attachments.get(value));
  const { target } = useFormParts();
  if (value === '') return null;
  const { imageUrl, ...details } = mediaDetails(value);
  const way = attachment?.way ?? details.way;
  const size = attachment?.sizeBytes ?? details.sizeBytes;
  const sentAs = t(ENCODING_TEXT[way]);
  const own: HeldFile = attachment
    ? heldFile(attachment)
    : {
        name:
          way === 'url'
            ? urlName(value)
            : t('{media, select, image {image} video {video} audio {audio file} other {file}} from this run', {
                media: field.media,
              }),
        summary: [size === null ? null : formatBytes(size)],
        thumbnail: null,
      };
  return {
    ...own,
    summary: [...own.summary, size !== null && way !== 'url' ? `${sentAs}, ${formatBytes(value.length)}` : sentAs],
    thumbnail: own.thumbnail ?? (imageUrl ? <img src={imageUrl} alt="" className="size-full object-cover" /> : null),
    details: (
      <>
        {way === 'url' && isLoopbackUrl(value) && !target.isLocal ? (
          <LoopbackNotice field={field} value={value} />
        ) : null}
        {way === 'url' ? (
          <span className="truncate font-mono text-xs text-faint" title={value}>
            {middleEllipsis(value, 60)}
          </span>
        ) : null}
      </>
    ),
  };
}
