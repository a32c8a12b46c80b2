import { isHeldBy } from '@/domains/models/fetch-result';
import type { RunResponse } from '@/domains/model-calls/run-record';
import type { Surface } from '@/api/surface';
import { msg, t } from '@/lib/i18n/messages';
import { BlobImage } from '@/ui/blob-image';
import { Skeleton } from '@/ui/skeleton';
import { copyText } from '@/shared/copy-text';
import { kindIcons } from '@/shared/files/kind-icon';
import { OutputSwitch } from '@/shared/result/output-switch';
import { ResponseTexts } from './response-texts';
import type { FoundWarning } from './parse/find-warnings';
import { JsonTab } from './json-tab';
import { MediaView } from './media-view';
import { mediaKind, mediaName } from './media-file';
import type { OutputMedia } from './parse/output-media';
import { RawTab } from './raw-tab';
import type { ReadResponse } from './parse/read-output';
import type { FoundColor } from './parse/find-colors';

interface ResponseViewProps {
  surface: Surface;
  modelId: string;
  response: RunResponse;
  file: Blob;
  fileName: string;
  /** The file on screen; `null` if the response has none. */
  shown: OutputMedia | null;
  onChoose: (mediaId: string) => void;
  onOpenLarge: () => void;
  /** `undefined` while loading. */
  output: ReadResponse | undefined;
}

const INERT = msg('Shown as the text that it is made of: Flowdeck never runs or draws it.');

/** Shows a response by its content: images, video, audio, text, or else the JSON itself. */
export function ResponseView({
  surface,
  modelId,
  response,
  file,
  fileName,
  output,
  shown,
  onChoose,
  onOpenLarge,
}: ResponseViewProps) {
  if (!output) return <Skeleton className="m-5 min-h-40 flex-1" />;
  const { media, texts, warnings, colors, problem } = output;
  if (output.form === 'text' && mediaKind(response.contentType) === 'source') {
    return <RawTab file={file} fileName={fileName} notice={t(INERT)} />;
  }
  return (
    <>
      <Warnings warnings={warnings} />
      {colors.length > 0 && !shown ? <ColorSwatches colors={colors} /> : null}
      {shown ? (
        <>
          <MediaView key={shown.id} surface={surface} modelId={modelId} media={shown} onOpenLarge={onOpenLarge} />
          <ResponseTexts texts={texts} isCaption />
          {media.length > 1 ? (
            <OutputSwitch
              outputs={media.map((one) => ({
                id: one.id,
                name: mediaName(one, modelId, one.contentType),
                picture: <MediaThumbnail surface={surface} media={one} />,
              }))}
              currentId={shown.id}
              onChoose={onChoose}
            />
          ) : null}
        </>
      ) : problem !== null ? (
        <RawTab file={file} fileName={fileName} notice={problem} />
      ) : texts.length > 0 ? (
        <ResponseTexts texts={texts} isCaption={false} />
      ) : (
        <JsonTab file={file} fileName={fileName} />
      )}
    </>
  );
}

function Warnings({ warnings }: { warnings: readonly FoundWarning[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul aria-label={t('What the answer says is missing')} className="shrink-0 bg-warn-soft px-4 py-2 md:px-5">
      {warnings.map(({ text }) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Colors that an output names; a click copies one. */
function ColorSwatches({ colors }: { colors: readonly FoundColor[] }) {
  return (
    <ul aria-label={t('Colors')} className="flex shrink-0 flex-wrap gap-2 border-b border-line px-4 py-3 md:px-5">
      {colors.map(({ hex, name, share }, index) => (
        // The same color may occur twice.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${hex} ${index}`}>
          <button
            type="button"
            aria-label={t('Copy {hex}', { hex })}
            title={t('Copy {hex}', { hex })}
            className="flex w-24 flex-col overflow-hidden rounded-md border border-line bg-panel text-left hover:border-control"
            onClick={() => void copyText(hex, t('Color'))}
          >
            <span aria-hidden className="block h-12 w-full forced-color-adjust-none" style={{ backgroundColor: hex }} />
            <span className="px-2 pt-1 font-mono text-xs">{hex}</span>
            <span className="truncate px-2 pb-1 text-xs text-muted">
              {[name, percentOf(share)].filter(Boolean).join(', ') || '\u00a0'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function percentOf(share: number | null): string | null {
  return share === null ? null : `${Math.round(share * 100)} %`;
}

/** Only shows what is already loaded: it fetches nothing from a provider. */
function MediaThumbnail({ surface, media }: { surface: Surface; media: OutputMedia }) {
  const { source, contentType } = media;
  const kind = mediaKind(contentType);
  const className = 'checkerboard size-full object-cover';
  if (kind === 'image' && source.kind === 'bytes') return <BlobImage blob={source.blob} className={className} />;
  if (kind === 'image' && source.kind === 'link' && isHeldBy(surface, source.url)) {
    return <img src={source.url} alt="" loading="lazy" decoding="async" className={className} />;
  }
  return kindIcons[kind];
}
