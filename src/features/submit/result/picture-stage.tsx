import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { PreviewImage } from '@/shared/files/preview-image';
import { ResultBar } from '@/shared/result/result-bar';
import { OpenLargeButton } from '@/shared/viewer/output/open-large-button';
import { OutputBody, useOutputMedia } from '@/shared/viewer/output/output-content';
import { PreviewBadge } from '@/shared/viewer/preview-badge';
import { pictureLayers, type Picture } from './picture';

interface PictureStageProps {
  /** `null` if the run has none, or none yet. */
  picture: Picture | null;
  /** The last picture stays until there is another one. */
  keepsLast: boolean;
  /** Space at the start of the bar, for the switch of the pane. */
  barClass: string;
  onOpenLarge: () => void;
  /** Shown without a picture. */
  children: ReactNode;
}

/** The result in large. A picture replaces the one before it once it is loaded, in place and without a gap. */
export function PictureStage({ picture, keepsLast, barClass, onOpenLarge, children }: PictureStageProps) {
  const [last, setLast] = useState<Picture | null>(null);
  const layers = pictureLayers(last, picture, keepsLast);
  if (layers.length === 0) {
    return (
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div className="h-11 shrink-0" />
        {children}
      </div>
    );
  }
  return (
    // The entrance of an image would be a gap between it and the one before it.
    <div className="relative min-h-0 flex-1 [&_.animate-arrive]:animate-none">
      {layers.map((layer, at) => {
        // The next one loads out of sight, above the last one.
        const isWaiting = at > 0;
        const shared = { barClass, isWaiting, isEarlier: picture === null, onReady: () => setLast(layer) };
        return layer.kind === 'preview' ? (
          <PreviewLayer key={layer.key} picture={layer} {...shared} />
        ) : (
          <OutputLayer key={layer.key} picture={layer} {...shared} onOpenLarge={onOpenLarge} />
        );
      })}
    </div>
  );
}

interface LayerProps<Kind> {
  picture: Extract<Picture, { kind: Kind }>;
  barClass: string;
  /** It is loading, out of sight. */
  isWaiting: boolean;
  /** It is of an earlier run: the selected one has no picture yet. */
  isEarlier: boolean;
  onReady: () => void;
}

const LAYER = 'absolute inset-0 flex flex-col';

function PreviewLayer({ picture: { preview }, isWaiting, isEarlier, onReady }: LayerProps<'preview'>) {
  const [ratio, setRatio] = useState<number | null>(null);
  return (
    <div className={classNames(LAYER, isWaiting && 'invisible')}>
      <div className="h-11 shrink-0" />
      <div className="mx-4 mb-3 flex min-h-0 flex-1 items-center justify-center [container-type:size] md:mx-5">
        {/* As large as fits, so that the badge is at the corner of the picture. */}
        <div
          className="relative flex max-h-full max-w-full"
          style={ratio === null ? undefined : { width: `min(100cqw, ${100 * ratio}cqh)`, aspectRatio: ratio }}
        >
          <PreviewImage
            preview={preview}
            alt={t('Live preview of the running job')}
            className="size-full object-contain"
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalHeight > 0) setRatio(naturalWidth / naturalHeight);
              onReady();
            }}
          />
          {isEarlier ? <EarlierBadge /> : <PreviewBadge className="top-2 left-2">{t('Live preview')}</PreviewBadge>}
        </div>
      </div>
    </div>
  );
}

/** In live mode the next picture replaces it in a moment; in a queue it may take longer. */
function EarlierBadge() {
  return (
    <span className="absolute top-2 left-2 z-1 rounded-md border border-line bg-panel px-2 py-0.5 text-sm text-muted md:left-7">
      {t('Earlier run')}
    </span>
  );
}

interface OutputLayerProps extends LayerProps<'output'> {
  onOpenLarge: () => void;
}

function OutputLayer({ picture, barClass, isWaiting, isEarlier, onReady, onOpenLarge }: OutputLayerProps) {
  const { surface, output } = picture;
  const shown = useOutputMedia(surface, output, false);
  const { kind, size, media, zoom, details } = shown;
  const isReady = kind !== 'image' || size !== null || media.problem !== null;
  const keep = useEffectEvent(onReady);
  // Waits for images only: other files have their own placeholders.
  useEffect(() => {
    if (isReady) keep();
  }, [isReady]);
  return (
    <div className={classNames(LAYER, isWaiting && 'invisible')}>
      <ResultBar name={output.name} details={details} zoom={zoom} className={barClass}>
        {kind === 'image' ? <OpenLargeButton onClick={onOpenLarge} /> : null}
      </ResultBar>
      <div className="relative flex min-h-0 flex-1 flex-col px-4 pb-3 md:px-5">
        {isEarlier ? <EarlierBadge /> : null}
        <OutputBody surface={surface} output={output} shown={shown} takesWheel />
      </div>
    </div>
  );
}
