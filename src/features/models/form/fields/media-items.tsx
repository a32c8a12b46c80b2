import { Files } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { FileDropTarget } from '@/shared/drop/file-drop-target';
import { Spinner } from '@/ui/spinner';
import type { ArrayField, MediaField } from '../../schema/field';
import { acceptOf } from '../media/media-value';
import { useMediaFiles } from '../media/use-attach-files';

interface MediaItemsProps {
  field: ArrayField;
  item: MediaField;
  /** Reason why no more files are accepted; `null` if more are possible. */
  fullReason: string | null;
  /** Other actions of the list. */
  actions: ReactNode;
  children: ReactNode;
}

/** Accepts several files at once: dropped anywhere on the list, or selected together. */
export function MediaItems({ field, item, fullReason, actions, children }: MediaItemsProps) {
  const files = useMediaFiles(field);
  const input = useRef<HTMLInputElement>(null);
  const { progress } = files;
  return (
    <FileDropTarget spot={{ label: field.title, media: item.media, several: 'list' }} onFiles={files.take}>
      <div className="flex min-w-0 flex-col gap-2">
        {children}
        <input
          ref={input}
          type="file"
          multiple
          accept={acceptOf(item)}
          className="hidden"
          aria-label={t('Files for {title}', { title: field.title })}
          onChange={(event) => {
            files.take([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <div className="flex flex-wrap items-center gap-2">
          {actions}
          <Button
            size="sm"
            tone="ghost"
            disabledReason={fullReason}
            title={t(
              'Choose several {media, select, image {images} video {videos} audio {audio files} other {files}}, or drop them here',
              { media: item.media },
            )}
            onClick={() => input.current?.click()}
          >
            <Files aria-hidden />
            {t('Choose several')}
          </Button>
        </div>
        {progress ? (
          <p role="status" className="flex min-w-0 items-center gap-2 text-sm text-muted">
            <Spinner />
            <span className="truncate">
              {t('Reading {at} of {count}: {name}', { at: progress.at, count: progress.count, name: progress.name })}
            </span>
            <Button size="sm" tone="ghost" onClick={files.stop}>
              {t('Stop')}
            </Button>
          </p>
        ) : null}
        {files.omitted === '' ? null : <p className="text-sm text-warn">{files.omitted}</p>}
      </div>
    </FileDropTarget>
  );
}
