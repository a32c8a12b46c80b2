import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Surface } from '@/api/surface';
import { formatBytes } from '@/lib/format';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { ResultBar } from '@/shared/result/result-bar';
import { OpenLargeButton } from '@/shared/viewer/output/open-large-button';
import { AudioPlayer, VideoPlayer } from '@/shared/viewer/players';
import { LazySceneView } from '@/shared/viewer/scene/lazy-scene-view';
import { ImageView } from '@/shared/viewer/image-view';
import { UnsupportedFile } from '@/shared/viewer/unsupported-file';
import { useZoom } from '@/shared/viewer/use-zoom';
import { useZoomKeys } from '@/shared/viewer/use-zoom-keys';
import type { Size } from '@/shared/viewer/view-model';
import { Button } from '@/ui/button';
import { ScrollText } from '@/ui/scrollable-text';
import { pathText } from '@/shared/json-tree/json-path';
import { MediaDownload } from './media-download';
import type { OutputMedia } from './parse/output-media';
import { mediaKind, mediaName, mediaWord } from './media-file';
import { MAX_TEXT_BYTES } from './parse/read-output';
import { mediaBytes, useMediaFile } from './use-result-file';

/** Layout in which the page has two columns and does not scroll as a whole. */
const WIDE = '(min-width: 840px)';

interface MediaViewProps {
  surface: Surface;
  modelId: string;
  media: OutputMedia;
  /** Whether it can be downloaded here, not beside it. */
  hasDownload?: boolean;
  isInDialog?: boolean;
  onOpenLarge?: () => void;
}

/** Large view of one file of a response: image, video, audio or text. Never executes it. */
export function MediaView({
  surface,
  modelId,
  media,
  hasDownload = false,
  isInDialog = false,
  onOpenLarge,
}: MediaViewProps) {
  const file = useMediaFile(surface, media);
  const [size, setSize] = useState<Size | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  const isWide = useMediaQuery(WIDE);
  const kind = mediaKind(file.contentType);
  const name = mediaName(media, modelId, file.contentType);
  const isShown = kind === 'image' && file.problem === null && !isBroken;
  const zoom = useZoom(isShown ? size : null);
  useZoomKeys(zoom, isInDialog);
  const details = [
    size ? `${size.width} × ${size.height}` : null,
    file.sizeBytes === null ? null : formatBytes(file.sizeBytes),
    media.isExtra ? pathText(media.path) : null,
  ].filter(Boolean);
  return (
    <>
      <ResultBar name={name} details={details.join(' · ')} zoom={zoom} className="pl-4 md:pl-5">
        {isShown && onOpenLarge ? <OpenLargeButton onClick={onOpenLarge} /> : null}
        {hasDownload ? (
          <MediaDownload surface={surface} modelId={modelId} media={media} tone="ghost" size="icon-sm" />
        ) : null}
      </ResultBar>
      <div className="flex min-h-48 flex-1 flex-col px-4 pb-3 md:px-5">
        {file.problem !== null ? (
          <UnsupportedFile title={t('Preview failed')} action={<Button onClick={file.retry}>{t('Try again')}</Button>}>
            {file.problem}
          </UnsupportedFile>
        ) : isBroken ? (
          <UnsupportedFile title={name}>
            {file.contentType
              ? t('This browser cannot show {type}. Download it to use it elsewhere.', { type: file.contentType })
              : t('This browser cannot show a file of this kind. Download it to use it elsewhere.')}
          </UnsupportedFile>
        ) : file.url === null ? (
          <div role="status" aria-label={t('Fetching the file')} className="flex-1 animate-pulse rounded-md bg-hover" />
        ) : (
          <Shown
            kind={kind}
            name={name}
            url={file.url}
            surface={surface}
            media={media}
            contentType={file.contentType}
            sizeBytes={file.sizeBytes}
            takesWheel={isWide || isInDialog}
            zoom={zoom}
            onSize={setSize}
            onLoadError={() => setIsBroken(true)}
          />
        )}
      </div>
    </>
  );
}

interface ShownProps {
  kind: ReturnType<typeof mediaKind>;
  name: string;
  url: string;
  surface: Surface;
  media: OutputMedia;
  contentType: string;
  sizeBytes: number | null;
  takesWheel: boolean;
  zoom: ReturnType<typeof useZoom>;
  onSize: (size: Size) => void;
  onLoadError: () => void;
}

function Shown({ kind, surface, media, contentType, sizeBytes, ...player }: ShownProps) {
  const client = useQueryClient();
  switch (kind) {
    case 'image':
      return <ImageView {...player} />;
    case 'video':
      return <VideoPlayer {...player} />;
    case 'audio':
      return <AudioPlayer {...player} />;
    case 'text':
    case 'json':
    case 'source':
      return <TextFile surface={surface} media={media} name={player.name} />;
    case 'scene':
      return (
        <LazySceneView
          name={player.name}
          contentType={contentType}
          sizeBytes={sizeBytes}
          fileKey={media.id}
          failureKey={`media/${media.id}`}
          read={async () => (await mediaBytes(client, surface, media)).arrayBuffer()}
          onLoadError={player.onLoadError}
        />
      );
    default:
      return (
        <UnsupportedFile title={player.name}>
          {mediaWord(contentType)}
          {contentType === 'application/octet-stream' ? '' : `, ${contentType}`}.{' '}
          {t('Flowdeck does not open files of this kind; download it to use it.')}
        </UnsupportedFile>
      );
  }
}

/** Text files, including web pages, are shown as plain text. */
function TextFile({ surface, media, name }: { surface: Surface; media: OutputMedia; name: string }) {
  const client = useQueryClient();
  const { data: text } = useQuery({
    queryKey: [surface.id, 'model-media-text', media.id],
    queryFn: async () => (await mediaBytes(client, surface, media)).slice(0, MAX_TEXT_BYTES).text(),
    gcTime: 0,
    retry: false,
  });
  return (
    <ScrollText label={name} className="min-h-0 flex-1 rounded-md border border-line bg-panel p-3">
      {text ?? ''}
    </ScrollText>
  );
}
