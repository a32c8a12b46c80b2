import { useQuery } from '@tanstack/react-query';
import { FileImage, ImageOff, ImagePlus } from 'lucide-react';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { assetQuery } from '@/api/assets/asset-query';
import { isUnderWay } from '@/api/assets/uploads-store';
import { isApiError } from '@/api/api-error';
import type { MediaAttachment } from '@/api/storage/draft';
import { classNames } from '@/lib/class-names';
import { formatBytes, middleEllipsis } from '@/lib/format';
import { Button } from '@/ui/button';
import { isUnfilled } from './field-problems';
import { BlobImage } from './blob-image';
import { namedFile, type FormField } from './form-model';
import { MediaStatus } from './media-status';
import { samplePictureOf } from './samples';
import { useEditor, useFieldUpload, useSession } from './session-context';
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
    if (file) void session.attachFile(field.key, file);
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
      <DropSpot onFile={take}>
        {isShown ? (
          <Attached media={media} onReplace={isUnderWay(upload) ? null : choose}>
            {upload ? (
              <MediaStatus
                upload={upload}
                surfaceName={session.surface.name}
                onCancel={() => session.discardUpload(field.key)}
                onRetry={() => session.retryUpload(field.key)}
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
          {assetId && session.hasFile(field.key) ? (
            <Button size="sm" onClick={() => session.retryUpload(field.key)}>
              Send it again
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** The field answers a drag for itself, before the window does. */
function DropSpot({ onFile, children }: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const answer = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    <div
      data-drop-spot
      onDragEnter={answer}
      onDragOver={answer}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        event.preventDefault();
        onFile(event.dataTransfer.files[0]);
      }}
      className={classNames('rounded-lg', isOver && 'bg-accent-soft outline-2 outline-offset-2 outline-accent')}
    >
      {children}
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

interface AttachedProps {
  media: MediaAttachment;
  onReplace: (() => void) | null;
  children?: ReactNode;
}

function Attached({ media, onReplace, children }: AttachedProps) {
  const measures = media.width === null ? null : `${media.width} × ${media.height}`;
  const isPreviewless = media.contentType.startsWith('image/') && media.width !== null && !media.thumbnail;
  return (
    <PictureRow
      picture={
        media.thumbnail ? (
          <BlobImage blob={media.thumbnail} className="size-full object-cover" />
        ) : (
          <FileImage aria-hidden className="size-6 text-faint" />
        )
      }
      name={media.name}
      facts={[measures, formatBytes(media.sizeBytes), isPreviewless ? 'too large to preview' : null]}
      hash={media.hash}
      onReplace={onReplace}
    >
      {children}
    </PictureRow>
  );
}

/** A reference that came with the workflow, such as that of an earlier job. */
function KnownAsset({ assetId, onReplace, noun }: { assetId: string; onReplace: () => void; noun: string }) {
  const { surface } = useSession();
  const { data, error, isPending } = useQuery(assetQuery(surface, assetId));
  if (error) {
    const isGone = isApiError(error) && error.status === 404;
    return (
      <PictureRow
        picture={<ImageOff aria-hidden className="size-6 text-faint" />}
        name={isGone ? `This ${noun} is gone` : `The surface does not tell about this ${noun}`}
        facts={[isGone ? 'The surface no longer has it. Choose another one.' : 'It may still be there.']}
        hash={null}
        onReplace={onReplace}
      />
    );
  }
  const isPicture = data?.content_type.startsWith('image/') ?? false;
  return (
    <PictureRow
      picture={
        data && isPicture ? (
          <Thumbnail url={withThumb(data.url)} />
        ) : (
          <FileImage aria-hidden className="size-6 text-faint" />
        )
      }
      name={isPending ? 'Asking the surface' : (data?.file_path?.split('/').at(-1) ?? assetId)}
      facts={data ? [formatBytes(data.size_bytes)] : []}
      hash={data?.hash ?? null}
      onReplace={onReplace}
    />
  );
}

interface PictureRowProps {
  picture: ReactNode;
  name: string;
  facts: readonly (string | null)[];
  hash: string | null;
  onReplace: (() => void) | null;
  children?: ReactNode;
}

function PictureRow({ picture, name, facts, hash, onReplace, children }: PictureRowProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="checkerboard flex h-[76px] w-[104px] shrink-0 items-center justify-center overflow-hidden rounded-md">
        {picture}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold" title={name}>
            {name}
          </span>
          {onReplace ? (
            <Button size="sm" tone="ghost" className="-my-1" onClick={onReplace}>
              Replace
            </Button>
          ) : null}
        </div>
        <span className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
        {children}
        {hash ? <span className="font-mono text-xs text-faint">{middleEllipsis(hash, 22)}</span> : null}
      </div>
    </div>
  );
}

function Thumbnail({ url }: { url: string }) {
  return <img src={url} alt="" className="size-full object-cover" />;
}

function withThumb(url: string): string {
  const address = new URL(url);
  address.searchParams.set('thumb', '256');
  return address.href;
}
