import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { isUnderWay } from '@/api/assets/uploads-store';
import { classNames } from '@/lib/class-names';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { MEDIA_NOUN, withArticle } from '@/shared/media-noun';
import { UploadStatus } from '@/shared/upload-status';
import { Button } from '@/ui/button';
import { FileDropTarget } from '@/ui/file-drop-target';
import { FieldWarning } from '@/ui/field';
import { listOf } from './editor-state';
import { isUnfilled } from './field-problems';
import { namedFile, type FormField } from './form-model';
import { Attached, KnownAsset } from './attached-image';
import { samplePictureOf } from './samples';
import { useEditor, useFieldUpload, useSession } from './session-context';
import { openSeveralFilesDialog } from './several-files';
import { useField } from './use-field';

const ACCEPT = { image: 'image/*', audio: 'audio/*', video: 'video/*' };

/** A file input of the workflow: drop target, progress, and the picture in its place. */
export function MediaField({ field }: { field: FormField }) {
  const { session, value, problem, warning } = useField(field);
  const media = useEditor((state) => state.media[field.key]) ?? null;
  const upload = useFieldUpload(field.key);
  const labelId = useId();
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  const kind = field.media ?? 'image';
  const assetId = isAssetReference(value) ? assetIdOf(value) : null;
  const isComing = upload !== undefined && upload.phase !== 'done';
  const isWrong = useEditor((state) => state.isAttempted) || !isUnfilled(field, value);
  const isShown = media !== null && (isComing || media.assetId === assetId);
  const choose = () => input.current?.click();
  const take = (file: File | undefined) => {
    if (file) void session.uploads.attach(field.key, file);
  };
  const takeAll = (files: readonly File[]) => {
    if (files.length < 2) take(files[0]);
    else {
      void openSeveralFilesDialog(files.length, 1, field.name).then((choice) => {
        if (choice === 'each') void session.uploads.attachList(field.key, files);
        else if (choice === 'fill') take(files[0]);
        return choice;
      });
    }
  };

  return (
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={(problem ?? warning) && !isComing ? problemId : undefined}
      className="flex flex-col gap-1.5"
    >
      <span id={labelId} className="text-sm text-muted">
        {field.name}
      </span>
      <input
        ref={input}
        type="file"
        accept={ACCEPT[kind]}
        multiple
        className="hidden"
        aria-labelledby={labelId}
        onChange={(event) => {
          takeAll([...(event.target.files ?? [])]);
          // The same file can be chosen again after a failure.
          event.target.value = '';
        }}
      />
      <FileDropTarget onFiles={takeAll}>
        {isShown ? (
          <Attached media={media} onReplace={isUnderWay(upload) ? null : choose}>
            {upload ? (
              <UploadStatus
                upload={upload}
                onCancel={() => session.uploads.discard(field.key)}
                onRetry={() => session.uploads.retry(field.key)}
              />
            ) : null}
          </Attached>
        ) : assetId ? (
          <KnownAsset assetId={assetId} onReplace={choose} noun={MEDIA_NOUN[kind]} />
        ) : (
          <Invitation field={field} noun={MEDIA_NOUN[kind]} onChoose={choose} onFile={take} />
        )}
      </FileDropTarget>
      <FileList field={field} />
      {problem && !isComing ? (
        <div className="flex items-center gap-3">
          <p id={problemId} className={classNames('text-sm', isWrong ? 'text-bad' : 'text-faint')}>
            {problem}
          </p>
          {assetId && session.uploads.has(field.key) ? (
            <Button size="sm" onClick={() => session.uploads.retry(field.key)}>
              Upload again
            </Button>
          ) : null}
        </div>
      ) : null}
      {warning && !isComing ? <FieldWarning id={problemId}>{warning}</FieldWarning> : null}
    </div>
  );
}

/** What the runs of one click take, where that is more than the file shown. */
function FileList({ field }: { field: FormField }) {
  const session = useSession();
  const list = useEditor((state) => listOf(state, field.key));
  if (!list || list.count + list.failed.length < 2) return null;
  const missing = list.count - list.files.length;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 flex-1 text-muted" title={list.files.map(({ name }) => name).join(', ')}>
        <span className="font-semibold text-text">One run for each of {list.count} files</span>
        {missing > 0 ? `, ${missing} still uploading` : null}
        {list.failed.length > 0 ? <span className="text-bad"> Not uploaded: {list.failed.join(', ')}</span> : null}
      </p>
      <Button size="sm" onClick={() => session.uploads.dropList(field.key)}>
        Use only the first
      </Button>
    </div>
  );
}

function Invitation({
  field,
  noun,
  onChoose,
  onFile,
}: {
  field: FormField;
  noun: string;
  onChoose: () => void;
  onFile: (file: File) => void;
}) {
  const origin = useEditor((state) => state.draft.origin);
  const named = namedFile(field.value);
  const sample = samplePictureOf(origin, named);
  const [isLoading, setLoading] = useState(false);
  return (
    <div className="flex flex-col items-center gap-2.5 rounded-lg border border-dashed border-control px-4 py-6 text-center">
      <ImagePlus aria-hidden className="size-6 text-faint" />
      <p>
        <span className="font-semibold">Drop your {noun} here</span>
        {named ? <span className="text-muted"> to replace {middleEllipsis(named, 40)}</span> : null}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="sm" onClick={onChoose}>
          Choose {withArticle(noun)}
        </Button>
        {sample ? (
          <Button
            size="sm"
            tone="ghost"
            isBusy={isLoading}
            onClick={() => {
              setLoading(true);
              void sample.load().then(
                (file) => onFile(file),
                () => setLoading(false),
              );
            }}
          >
            Use the sample {noun}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
