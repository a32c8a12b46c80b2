import { Check, Upload, X } from 'lucide-react';
import { useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import {
  isPaused,
  isUploading,
  pauseUpload,
  resumeUpload,
  useUploads,
  type LibraryUpload,
  type UploadState,
} from '@/domains/assets/uploads-store';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { UploadStatus } from '@/shared/files/upload-status';
import { Button } from '@/ui/button';
import type { AssetUploads } from './use-asset-uploads';

export function UploadButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        {t('Upload files')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        className="hidden"
        aria-label={t('Files to upload')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Allows selecting the same file again after a failure.
          event.target.value = '';
        }}
      />
    </>
  );
}

/** Files added to this page, until they are removed from the list. Several finished ones take one row. */
export function UploadList({ uploads }: { uploads: AssetUploads }) {
  const states = useUploads((all) => all.uploads);
  if (uploads.list.length === 0) return null;
  const done = uploads.list.filter(({ id }) => states[id]?.phase === 'done');
  const rows = done.length > 1 ? uploads.list.filter((upload) => !done.includes(upload)) : uploads.list;
  const active = uploads.list.filter(({ id }) => isUploading(states[id])).map(({ id }) => id);
  return (
    <ul
      aria-label={t('Uploads')}
      className="flex max-h-56 shrink-0 flex-col overflow-y-auto border-b border-line px-4 py-1 md:px-5"
    >
      {active.length > 1 ? <AllUploads ids={active} /> : null}
      {done.length > 1 ? (
        <li className="flex items-center gap-3 py-1.5 text-sm text-ok">
          <span className="flex flex-1 items-start gap-1.5">
            <Check aria-hidden className="mt-px size-3.5 shrink-0" />
            {doneText(done.flatMap(({ id }) => states[id] ?? []))}
          </span>
          <Button
            size="icon-sm"
            tone="ghost"
            aria-label={t('Dismiss the uploaded files')}
            onClick={() => done.forEach(uploads.remove)}
          >
            <X aria-hidden />
          </Button>
        </li>
      ) : null}
      {rows.map((upload) => (
        <UploadRow key={upload.id} upload={upload} uploads={uploads} />
      ))}
    </ul>
  );
}

/** Pauses and resumes several uploads at once. */
function AllUploads({ ids }: { ids: readonly string[] }) {
  const paused = useUploads(useShallow(({ uploads }) => ids.filter((id) => isPaused(uploads[id]))));
  const isAnyRunning = paused.length < ids.length;
  return (
    <li className="flex justify-end gap-2 py-1">
      <Button size="sm" onClick={() => ids.forEach(isAnyRunning ? pauseUpload : resumeUpload)}>
        {isAnyRunning ? t('Pause all') : t('Resume all')}
      </Button>
      {isAnyRunning && paused.length > 0 ? (
        <Button size="sm" onClick={() => paused.forEach(resumeUpload)}>
          {t('Resume all')}
        </Button>
      ) : null}
    </li>
  );
}

function doneText(states: readonly UploadState[]): string {
  const sent = states.map((state) => (state.phase === 'done' ? state.sent : 0));
  const known = sent.filter((bytes) => bytes === 0).length;
  const total = sent.reduce((sum, bytes) => sum + bytes, 0);
  return [
    t('{count, plural, one {# file uploaded: {size} sent} other {# files uploaded: {size} sent}}', {
      count: states.length,
      size: formatBytes(total),
    }),
    known > 0 && t('{count} already uploaded', { count: known }),
  ]
    .filter(Boolean)
    .join(', ');
}

function UploadRow({ upload, uploads }: { upload: LibraryUpload; uploads: AssetUploads }) {
  const state = useUploads((all) => all.uploads[upload.id]);
  return (
    <li className="flex items-center gap-3 py-1.5">
      <span className="w-48 min-w-0 shrink-0 truncate font-medium max-sm:w-28" title={upload.file.name}>
        {upload.file.name}
      </span>
      <div className="min-w-0 flex-1">
        {state ? (
          <UploadStatus
            id={upload.id}
            upload={state}
            onCancel={() => uploads.remove(upload)}
            onRetry={() => uploads.retry(upload)}
          />
        ) : null}
      </div>
      {state?.phase === 'done' || state?.phase === 'failed' ? (
        <Button
          size="icon-sm"
          tone="ghost"
          aria-label={t('Dismiss {name}', { name: upload.file.name })}
          onClick={() => uploads.remove(upload)}
        >
          <X aria-hidden />
        </Button>
      ) : null}
    </li>
  );
}
