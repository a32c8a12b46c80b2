import { Files } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { Button } from '@/ui/button';
import { FileDropTarget } from '@/shared/drop/file-drop-target';
import { Spinner } from '@/ui/spinner';
import type { ArrayField, MediaField } from '../../schema/field';
import { MEDIA_NOUN } from '@/shared/files/media-noun';
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
  const noun = `${MEDIA_NOUN[item.media]}s`;
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
          aria-label={`Files for ${field.title}`}
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
            title={`Choose several ${noun}, or drop them here`}
            onClick={() => input.current?.click()}
          >
            <Files aria-hidden />
            Choose several
          </Button>
        </div>
        {progress ? (
          <p role="status" className="flex min-w-0 items-center gap-2 text-sm text-muted">
            <Spinner />
            <span className="truncate">
              Reading {progress.at} of {progress.count}: {progress.name}
            </span>
            <Button size="sm" tone="ghost" onClick={files.stop}>
              Stop
            </Button>
          </p>
        ) : null}
        {files.omitted === '' ? null : <p className="text-sm text-warn">{files.omitted}</p>}
      </div>
    </FileDropTarget>
  );
}
