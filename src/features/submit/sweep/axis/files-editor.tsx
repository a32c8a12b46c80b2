import { FolderOpen, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useUploads } from '@/domains/assets/uploads-store';
import { formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { FileDropTarget } from '@/shared/drop/file-drop-target';
import { kindOf } from '@/shared/drop/plan-drop';
import { Button } from '@/ui/button';
import { Spinner } from '@/ui/spinner';
import { useSession } from '../../draft/session/session-context';
import { collectDropped } from '../../import/dropped-files';
import type { SweepFile } from '@/domains/drafts/sweep-form';
import { addFiles, canRetry, removeFiles, retryFiles } from '../sweep-files';
import { focusMark } from './focus-mark';
import type { SourceEditorProps } from './source-editor-props';

const MAX_SHOWN = 100;
const ARCHIVE_NAME = /\.(?:zip|7z|rar|tar|gz|tgz|zst)$/i;

/** One file per value: chosen, dropped, or all of a folder. They are uploaded at once, and the jobs refer to them. */
export function FilesEditor({ axis, field, hasAutofocus }: SourceEditorProps) {
  const { surface, editor } = useSession();
  const picker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const [skipped, setSkipped] = useState({ count: 0, archives: 0 });
  const media = field.media ?? 'image';
  const target = { surface, draftId: editor.state.draft.id, axisId: axis.id };
  const add = (files: readonly File[]) => {
    const archives = files.filter(({ name }) => ARCHIVE_NAME.test(name)).length;
    const fitting = files.filter((file) => kindOf(file) === media || (files.length === 1 && mayBeMedia(file)));
    setSkipped({ count: files.length - fitting.length, archives });
    if (fitting.length > 0) void addFiles(target, fitting);
  };
  const { files } = axis;
  const hasFailed = files.some(canRetry);
  return (
    <FileDropTarget
      spot={{ label: field.name, media: 'file', several: 'list' }}
      onFiles={(given, data) => {
        if (data) void collectDropped(data).then(({ files: dropped }) => add(dropped));
        else add(given);
      }}
    >
      <div className="flex flex-col gap-2 rounded-lg border border-dashed border-control p-3">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 basis-40 text-muted">
            {t(
              'Drop {media, select, image {image} audio {audio} video {video} other {media}} files or a folder here.',
              { media },
            )}
          </p>
          <Button {...focusMark(hasAutofocus)} size="sm" onClick={() => picker.current?.click()}>
            <Upload aria-hidden />
            {t('Choose files')}
          </Button>
          <Button size="sm" onClick={() => folderPicker.current?.click()}>
            <FolderOpen aria-hidden />
            {t('Choose a folder')}
          </Button>
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          accept={`${media}/*`}
          aria-label={t('Files for {name}', { name: field.name })}
          className="hidden"
          onChange={({ target: input }) => {
            add([...(input.files ?? [])]);
            input.value = '';
          }}
        />
        <input
          ref={(input) => {
            folderPicker.current = input;
            // React has no property for it.
            if (input) input.webkitdirectory = true;
          }}
          type="file"
          aria-label={t('Folder for {name}', { name: field.name })}
          className="hidden"
          onChange={({ target: input }) => {
            add([...(input.files ?? [])]);
            input.value = '';
          }}
        />
        <div role="status" className="text-sm text-muted empty:hidden">
          {skipped.count > 0
            ? t(
                '{count, plural, one {# file} other {# files}} skipped: not {media, select, image {image} audio {audio} video {video} other {media}} files.',
                {
                  count: skipped.count,
                  media,
                },
              )
            : null}
          {skipped.archives > 0 ? ` ${t('Unpack archives, and choose their folder.')}` : null}
        </div>
        {files.length > 0 ? (
          <>
            <ul
              aria-label={t('Files of {name}', { name: field.name })}
              className="flex max-h-44 flex-col overflow-y-auto"
            >
              {files.slice(0, MAX_SHOWN).map((file) => (
                <FileRow key={file.id} file={file} onRemove={() => removeFiles(target, [file.id])} />
              ))}
              {files.length > MAX_SHOWN ? (
                <li className="text-sm text-muted">
                  {t('and {count, plural, one {# more file} other {# more files}}', {
                    count: files.length - MAX_SHOWN,
                  })}
                </li>
              ) : null}
            </ul>
            <div className="flex flex-wrap gap-2">
              {hasFailed ? (
                <Button size="sm" onClick={() => void retryFiles(target)}>
                  {t('Upload again')}
                </Button>
              ) : null}
              <Button
                size="sm"
                tone="ghost"
                onClick={() =>
                  removeFiles(
                    target,
                    files.map(({ id }) => id),
                  )
                }
              >
                {t('Remove all')}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </FileDropTarget>
  );
}

/** True for a file whose type this browser does not know. */
function mayBeMedia(file: File): boolean {
  const kind = kindOf(file);
  return (kind === 'unknown' || kind === 'other') && !file.type.startsWith('text/') && !ARCHIVE_NAME.test(file.name);
}

function FileRow({ file, onRemove }: { file: SweepFile; onRemove: () => void }) {
  const { id, name, reference, problem } = file;
  const share = useUploads(({ uploads }) => {
    const upload = uploads[id];
    return upload?.phase === 'uploading' && upload.total > 0 ? formatPercent(upload.sent / upload.total) : null;
  });
  return (
    <li className="flex items-center gap-2">
      <span className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </span>
      {problem === null ? null : (
        <span className="min-w-0 truncate text-sm text-bad" title={problem}>
          {problem}
        </span>
      )}
      {reference === null && problem === null ? (
        <span className="flex items-center gap-1.5 text-sm text-muted tabular-nums">
          <Spinner className="size-3.5" />
          {share ?? t('uploading')}
        </span>
      ) : null}
      <Button
        size="icon-sm"
        tone="ghost"
        aria-label={t('Remove {name}', { name })}
        title={t('Remove')}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}
