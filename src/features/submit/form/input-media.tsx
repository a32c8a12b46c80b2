import type { MediaKind } from '@contract/workflow/node-definitions';
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { assetIdOf, assetTextOf, isAssetReference } from '@contract/workflow/asset-references';
import type { JsonObject } from '@contract/json/lossless';
import { msg, t } from '@/lib/i18n/messages';
import type { FieldProblem } from '@/shared/fields/problem';
import { LibraryButton } from '@/shared/fields/library-button';
import { heldFile, type HeldFile, MediaField as SharedMediaField, MediaIcon } from '@/shared/fields/media-field';
import { useIncomingFile } from '@/shared/fields/field-files';
import { Button } from '@/ui/button';
import { isApiError } from '@/api/api-error';
import { assetQuery } from '@/domains/assets/asset-query';
import { THUMB_NODE } from '@/domains/jobs/thumbnail-url';
import { Trans } from '@/lib/i18n/trans';
import { middleEllipsis } from '@/lib/middle-ellipsis';
import { formatOutputSize } from '@/shared/files/output-size';
import { StoredImage } from '@/shared/files/stored-image';
import { listOf } from '../draft/editor-state';
import { type FormField, namedFile } from '../draft/form-model';
import { isLost } from '../draft/lost-files';
import { useEditor, useSession } from '../draft/session/session-context';
import { useField } from './use-field';
import { ask } from '@/shared/dialog-requests/dialogs';
import { useLostFileFix } from '../fixes/file-fix';
import { sampleImageOf } from '../samples';
import { EditImage } from './edit-image';

const ACCEPT = { image: 'image/*', audio: 'audio/*', video: 'video/*' };

/** A file input of the workflow. */
export function MediaField({ field }: { field: FormField }) {
  const { frame, value } = useField(field);
  const { uploads, surface } = useSession();
  const media = useEditor((state) => state.media[field.key]) ?? null;
  const { incoming, upload } = useIncomingFile(uploads.files, field.key);
  const lostFix = useLostFileFix(field);
  const isGone = useEditor((state) => isLost(state.lostFiles, state.values.get(field.key)));
  const kind = field.media ?? 'image';
  const assetId = isAssetReference(value) ? assetIdOf(value) : null;
  const isComing = upload !== undefined && upload.phase !== 'done';
  const isShown = media !== null && (isComing || media.assetId === assetId);
  const known = useKnownAsset(!isShown && isAssetReference(value) ? value : null, kind);
  const held = isShown ? { ...heldFile(media), details: <FileHash hash={media.hash} /> } : known;
  const problem = isComing ? undefined : withFix(frame.problem, lostFix);
  const take = (file: File | undefined) => {
    if (file) void uploads.attach(field.key, file);
  };
  const takeAll = (files: readonly File[]) => {
    if (files.length < 2) take(files[0]);
    else {
      void ask('multipleFiles', { files: files.length, inputs: 1, slotLabel: field.name }).then((choice) => {
        if (choice === 'each') void uploads.attachList(field.key, files);
        else if (choice === 'fill') take(files[0]);
        return choice;
      });
    }
  };

  return (
    <SharedMediaField
      frame={{ ...frame, problem }}
      media={kind}
      accept={ACCEPT[kind]}
      slotKey={field.key}
      several="ask"
      onFiles={takeAll}
      held={held}
      replaces={namedFile(field.value)}
      upload={
        isShown && incoming && upload
          ? {
              id: incoming.uploadId,
              state: upload,
              onCancel: () => uploads.discard(field.key),
              onRetry: () => uploads.retry(field.key),
            }
          : null
      }
      moreActions={
        <>
          {!held ? (
            <SampleButton field={field} media={kind} onFile={take} />
          ) : kind === 'image' && isAssetReference(value) && !isComing && !isGone ? (
            <EditImage field={field} value={value} name={held.name} />
          ) : null}
          <LibraryButton
            surface={surface}
            media={kind}
            label={frame.label}
            onChoose={(asset) => uploads.attachStored(field.key, asset)}
          />
        </>
      }
    >
      <FileList field={field} />
    </SharedMediaField>
  );
}

function withFix(problem: FieldProblem | undefined, fix: ReturnType<typeof useLostFileFix>): FieldProblem | undefined {
  return problem && problem.severity !== 'warning' && fix ? { ...problem, fix } : problem;
}

/** Lists the files for the runs of one click, if there are more than the one shown. */
function FileList({ field }: { field: FormField }) {
  const { uploads } = useSession();
  const list = useEditor((state) => listOf(state, field.key));
  if (!list || list.count + list.failed.length < 2) return null;
  const missing = list.count - list.files.length;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p className="min-w-0 flex-1 text-muted" title={list.files.map(({ name }) => name).join(', ')}>
        <Trans
          text={
            missing > 0
              ? msg('<b>One run for each of {count} files</b>, {missing} still uploading')
              : msg('<b>One run for each of {count} files</b>')
          }
          values={{
            b: strong,
            count: list.count,
            missing,
          }}
        />
        {list.failed.length > 0 ? (
          <span className="text-bad"> {t('Not uploaded: {names}', { names: list.failed.join(', ') })}</span>
        ) : null}
      </p>
      <Button size="sm" onClick={() => uploads.dropList(field.key)}>
        {t('Use only the first')}
      </Button>
    </div>
  );
}

/** Offers the image that a sample references, for users without an image. */
function SampleButton({ field, media, onFile }: { field: FormField; media: MediaKind; onFile: (file: File) => void }) {
  const origin = useEditor((state) => state.draft.origin);
  const sample = sampleImageOf(origin, namedFile(field.value));
  const [isLoading, setLoading] = useState(false);
  if (!sample) return null;
  return (
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
      {t('Use the sample {media, select, image {image} audio {audio file} video {video} other {file}}', { media })}
    </Button>
  );
}

/** Details of a reference from the workflow, such as that of a previous job. @param reference `null` sends no request */
function useKnownAsset(reference: JsonObject | null, media: MediaKind): HeldFile | null {
  const { surface } = useSession();
  const assetId = reference && assetIdOf(reference);
  const { data, error, isPending } = useQuery({ ...assetQuery(surface, assetId ?? ''), enabled: assetId !== null });
  if (reference === null || assetId === null) return null;
  if (error) {
    const isGone = isApiError(error) && error.status === 404;
    return {
      name: isGone
        ? (fileNameIn(reference) ??
          t('Deleted {media, select, image {image} audio {audio file} video {video} other {file}}', { media }))
        : t('Could not check this {media, select, image {image} audio {audio file} video {video} other {file}}', {
            media,
          }),
      summary: isGone ? [] : [t('It may still be there.')],
      thumbnail: <ImageOff aria-hidden className="size-6 text-faint" />,
    };
  }
  return {
    name: isPending ? t('Loading…') : (data?.file_path?.split('/').at(-1) ?? assetId),
    summary: data ? [formatOutputSize(data)] : [],
    thumbnail: data?.content_type.startsWith('image/') ? (
      <StoredImage surface={surface} source={data} side={THUMB_NODE} className="object-cover">
        <MediaIcon media="image" />
      </StoredImage>
    ) : null,
    details: <FileHash hash={data?.hash ?? null} />,
  };
}

function fileNameIn(reference: JsonObject): string | null {
  return assetTextOf(reference, 'file_path')?.split('/').at(-1) ?? null;
}

function FileHash({ hash }: { hash: string | null }) {
  return hash ? <span className="font-mono text-xs text-faint">{middleEllipsis(hash, 22)}</span> : null;
}

function strong(content: ReactNode) {
  return <span className="font-semibold text-text">{content}</span>;
}
