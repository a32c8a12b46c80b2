import { FileText, FolderOpen, ImagePlus } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { isUploading, type UploadState } from '@/domains/assets/uploads-store';
import type { FileDetails } from '@/lib/files/file-details';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Trans } from '@/lib/i18n/trans';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { FileDropTarget } from '@/shared/drop/file-drop-target';
import { UploadStatus } from '@/shared/files/upload-status';
import { BlobImage } from '@/ui/blob-image';
import { Button } from '@/ui/button';
import { MediaRow } from '@/ui/media-row';
import { Spinner } from '@/ui/spinner';
import { GroupFrame, type FrameProps } from './field-frame';

/** Current or pending file of a field. */
export interface HeldFile {
  name: string;
  /** Size, type and the like; empty ones are omitted. */
  summary: readonly (string | null)[];
  /** `null` shows an icon. */
  thumbnail: ReactNode;
  /** Below the summary. */
  details?: ReactNode;
}

interface MediaFieldProps {
  frame: FrameProps;
  media: 'image' | 'video' | 'audio' | 'file';
  /** `accept` of the file picker. */
  accept: string;
  /** Its drop slot among the inputs of the page, for drops elsewhere on the page. */
  slotKey: string;
  /** `ask`: several files can be chosen and dropped at once. */
  several?: 'ask' | 'none';
  onFiles: (files: readonly File[]) => void;
  held: HeldFile | null;
  /** Name of the file that a dropped one would replace if the field has none. */
  replaces?: string | null;
  /** The file is being read or encoded. */
  isReading?: boolean;
  upload?: { id: string; state: UploadState; onCancel: () => void; onRetry: () => void } | null;
  /** Further buttons, for other ways to choose a file. */
  moreActions?: ReactNode;
  /** Within the frame of the file, such as the input of a URL. */
  children?: ReactNode;
}

/** File input with drop zone, upload progress and summary. */
export function MediaField({
  frame,
  media,
  accept,
  slotKey,
  several = 'none',
  onFiles,
  held,
  replaces = null,
  isReading = false,
  upload = null,
  moreActions,
  children,
}: MediaFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  return (
    <GroupFrame frame={frame}>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={several === 'ask'}
        className="hidden"
        aria-label={t('File for {label}', { label: frame.label })}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Lets the user choose the same file again after a failure.
          event.target.value = '';
        }}
      />
      <FileDropTarget spot={{ label: frame.label, media, several, slotKey }} onFiles={onFiles}>
        <div
          className={
            held || isReading
              ? 'flex flex-col gap-2 rounded-lg border border-control bg-canvas p-2.5'
              : 'flex flex-col gap-2.5 rounded-lg border border-dashed border-control p-3.5'
          }
        >
          {held ? (
            <MediaRow
              thumbnail={held.thumbnail ?? <MediaIcon media={media} />}
              name={held.name}
              details={held.summary}
              actions={
                isUploading(upload?.state) ? null : (
                  <Button
                    size="sm"
                    tone="ghost"
                    className="-my-1"
                    aria-label={t('Replace {label}', { label: frame.label })}
                    onClick={choose}
                  >
                    {t('Replace')}
                  </Button>
                )
              }
            >
              {upload ? (
                <UploadStatus
                  id={upload.id}
                  upload={upload.state}
                  onCancel={upload.onCancel}
                  onRetry={upload.onRetry}
                />
              ) : null}
              {held.details}
            </MediaRow>
          ) : isReading ? (
            <p role="status" className="flex h-8 items-center gap-2 text-muted">
              <Spinner />{' '}
              {t('Reading the {media, select, image {image} audio {audio file} video {video} other {file}}', { media })}
            </p>
          ) : (
            <p className="text-muted">
              <Trans
                text={
                  replaces === null
                    ? '<strong>Drop your {media, select, image {image} audio {audio file} video {video} other {file}} here</strong>, or choose one.'
                    : '<strong>Drop your {media, select, image {image} audio {audio file} video {video} other {file}} here</strong> to replace {name}'
                }
                values={{
                  media,
                  strong,
                  name: replaces === null ? '' : middleEllipsis(replaces, 40),
                }}
              />
            </p>
          )}
          <div className="flex flex-wrap gap-1 empty:hidden">
            {held ? null : (
              <Button
                size="sm"
                aria-label={t(
                  'Choose {media, select, image {an image} audio {an audio file} video {a video} other {a file}} for {label}',
                  { media, label: frame.label },
                )}
                onClick={choose}
              >
                <FolderOpen aria-hidden />
                {t('Choose {media, select, image {an image} audio {an audio file} video {a video} other {a file}}', {
                  media,
                })}
              </Button>
            )}
            {moreActions}
          </div>
          {children}
        </div>
      </FileDropTarget>
    </GroupFrame>
  );
}

function strong(content: ReactNode) {
  return <span className="font-medium text-text">{content}</span>;
}

export function MediaIcon({ media }: { media: MediaFieldProps['media'] }) {
  const Icon = media === 'image' ? ImagePlus : FileText;
  return <Icon aria-hidden className="size-6 text-faint" />;
}

/** Describes a file added on this page, with a thumbnail made in this browser. */
export function heldFile({ name, contentType, sizeBytes, width, height, thumbnail }: FileDetails): HeldFile {
  const isPreviewless = contentType.startsWith('image/') && width !== null && !thumbnail;
  return {
    name,
    summary: [
      width === null ? null : `${width} × ${height}`,
      formatBytes(sizeBytes),
      isPreviewless ? t('too large to preview') : null,
    ],
    thumbnail: thumbnail ? <BlobImage blob={thumbnail} className="size-full object-cover" /> : null,
  };
}
