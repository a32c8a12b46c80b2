import { useState } from 'react';
import { fieldErrorsOf } from '@/domains/model-calls/read-response';
import { isActiveRun, type RunRecord } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { formatDateTime, formatDuration } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import type { ComparedFile, Comparison } from '@/shared/compare/comparison';
import { PlacedFile } from '@/shared/compare/placed-file';
import { Select } from '@/ui/input/select';
import { Spinner } from '@/ui/spinner';
import { mediaKind, mediaName } from '../result/media-file';
import { MediaView } from '../result/media-view';
import type { FoundText } from '../result/parse/find-text';
import type { OutputMedia } from '../result/parse/output-media';
import { ResponseTexts } from '../result/response-texts';
import { useMediaFile } from '../result/use-result-file';
import { runChip, runCredits, runDuration } from '../run/run-chips';

/** A run and what was found in its response. */
export interface ComparedRun {
  key: string;
  /** For example `A`. */
  label: string;
  run: RunRecord;
  /** Surface on which the model ran: files of a result are read from the server that returned it. */
  surface: Surface;
  /** Found in its response; empty until that is read. */
  files: readonly OutputMedia[];
  texts: readonly FoundText[];
  /** Whether the result may still arrive. */
  isPending: boolean;
}

interface ComparedRunHeadProps {
  compared: ComparedRun;
  /** The file on screen; `null` if there is none. */
  media: OutputMedia | null;
  /** Whether the runs are on several servers; each shows its server. */
  namesServer: boolean;
  onChoose: (key: string, id: string) => void;
}

/** Model, status, time, duration and cost of a compared run, or why it failed. Two lines, so that the files below stay aligned. */
export function ComparedRunHead({ compared, media, namesServer, onChoose }: ComparedRunHeadProps) {
  const { key, label, run, surface, files } = compared;
  const duration = runDuration(run);
  const problem =
    run.state.name === 'failed' ? (run.state.failure.detail ?? fieldErrorsOf(run.state.failure)[0]?.msg) : null;
  const details = [
    namesServer ? surface.name : null,
    runChip(run).word,
    formatDateTime(run.createdAt),
    duration === null ? null : formatDuration(duration),
    runCredits(run),
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className="flex min-w-0 shrink-0 items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="font-semibold">{label}</span>
          <span className="truncate" title={run.modelId}>
            {run.modelId}
          </span>
          {isActiveRun(run) ? <Spinner className="size-3.5" /> : null}
        </p>
        <p className="truncate text-sm text-muted" title={details}>
          {details}
        </p>
        {problem ? (
          <p className="line-clamp-2 text-sm text-bad" title={problem}>
            {problem}
          </p>
        ) : null}
      </div>
      {media && files.length > 1 ? (
        <Select
          aria-label={t('File of run {label}', { label })}
          className="w-32 shrink-0"
          value={media.id}
          options={files.map((file) => ({ value: file.id, label: mediaName(file, run.modelId, file.contentType) }))}
          onValueChange={(id) => onChoose(key, id)}
        />
      ) : null}
    </div>
  );
}

/** Returns a file of a response as it is compared; `null` if it is not known to be an image or a video. */
export function comparedMedia({ run, surface }: ComparedRun, media: OutputMedia | null): ComparedFile | null {
  const kind = media && mediaKind(media.contentType);
  if (!media || (kind !== 'image' && kind !== 'video')) return null;
  const file = { key: `${run.id}/${media.id}`, name: mediaName(media, run.modelId, media.contentType), kind };
  return {
    ...file,
    layer: (position, comparison) => (
      <MediaLayer surface={surface} media={media} file={file} position={position} comparison={comparison} />
    ),
  };
}

interface MediaLayerProps {
  surface: Surface;
  media: OutputMedia;
  file: Omit<ComparedFile, 'layer'>;
  position: number;
  comparison: Comparison;
}

function MediaLayer({ surface, media, ...layer }: MediaLayerProps) {
  const { url, problem } = useMediaFile(surface, media);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const isBroken = url !== null && url === failedUrl;
  return (
    <PlacedFile
      {...layer}
      url={url}
      problem={problem ?? (isBroken ? t('This browser could not show {name}.', { name: layer.file.name }) : null)}
      onError={() => setFailedUrl(url)}
    />
  );
}

/** What a run shows if it has no image or video to compare. */
export function InsteadOfFile({ compared, media }: { compared: ComparedRun; media: OutputMedia | null }) {
  const { run, surface, texts, isPending } = compared;
  if (media) return <MediaView surface={surface} modelId={run.modelId} media={media} hasDownload />;
  if (texts.length > 0) return <ResponseTexts texts={texts} isCaption={false} />;
  if (isPending) return <Spinner className="m-auto" />;
  return <p className="m-auto p-4 text-center text-muted">{t('No media or text in this result')}</p>;
}
