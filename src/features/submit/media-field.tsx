import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { isUnderWay } from '@/api/assets/uploads-store';
import { classNames } from '@/lib/class-names';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { UploadStatus } from '@/shared/upload-status';
import { Button } from '@/ui/button';
import { DropSpot } from '@/ui/drop-spot';
import { isUnfilled } from './field-problems';
import { namedFile, type FormField } from './form-model';
import { Attached, KnownAsset } from './attached-picture';
import { samplePictureOf } from './samples';
import { useEditor, useFieldUpload } from './session-context';
import { useField } from './use-field';

const ACCEPT = { image: 'image/*', audio: 'audio/*', video: 'video/*' };
const NOUN = { image: 'picture', audio: 'sound', video: 'film' };

/** A file input of the workflow: drop target, progress, and the picture in its place. */
export function MediaField({ field }: { field: FormField }) {
  const { session, value, problem } = useField(field);
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

  return (
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={problem && !isComing ? problemId : undefined}
      className="flex flex-col gap-1.5"
    >
      <span id={labelId} className="text-sm text-muted">
        {field.name}
      </span>
      <input
        ref={input}
        type="file"
        accept={ACCEPT[kind]}
        className="hidden"
        aria-labelledby={labelId}
        onChange={(event) => {
          take(event.target.files?.[0]);
          // The same file can be chosen again after a failure.
          event.target.value = '';
        }}
      />
      <DropSpot onFiles={([file]) => take(file)}>
        {isShown ? (
          <Attached media={media} onReplace={isUnderWay(upload) ? null : choose}>
            {upload ? (
              <UploadStatus
                upload={upload}
                surfaceName={session.surface.name}
                onCancel={() => session.uploads.discard(field.key)}
                onRetry={() => session.uploads.retry(field.key)}
              />
            ) : null}
          </Attached>
        ) : assetId ? (
          <KnownAsset assetId={assetId} onReplace={choose} noun={NOUN[kind]} />
        ) : (
          <Invitation field={field} noun={NOUN[kind]} onChoose={choose} onFile={take} />
        )}
      </DropSpot>
      {problem && !isComing ? (
        <div className="flex items-center gap-3">
          <p id={problemId} className={classNames('text-sm', isWrong ? 'text-bad' : 'text-faint')}>
            {problem}
          </p>
          {assetId && session.uploads.has(field.key) ? (
            <Button size="sm" onClick={() => session.uploads.retry(field.key)}>
              Send it again
            </Button>
          ) : null}
        </div>
      ) : null}
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
        {named ? <span className="text-muted"> in place of {middleEllipsis(named, 40)}</span> : null}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="sm" onClick={onChoose}>
          Choose a {noun}
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
