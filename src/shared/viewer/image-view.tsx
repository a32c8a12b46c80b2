import { t } from '@/lib/i18n/messages';
import type { dragSource } from '@/shared/drop/drag-source';
import { PlacedImage } from './placed-image';
import type { Zoom } from './use-zoom';
import type { Size } from './view-model';
import { ZoomViewport } from './zoom-viewport';

interface ImageViewProps {
  /** Accessible name of the image. */
  name: string;
  url: string;
  zoom: Zoom;
  /** The wheel zooms without a modifier; off if the wheel must scroll the page. */
  takesWheel: boolean;
  /** Without it, the image cannot be dragged to an input. */
  drag?: ReturnType<typeof dragSource>;
  onSize: (size: Size) => void;
  onLoadError: () => void;
}

/** An image that can be zoomed and panned. */
export function ImageView({ name, url, zoom, takesWheel, drag, onSize, onLoadError }: ImageViewProps) {
  return (
    <ZoomViewport
      zoom={zoom}
      label={t('Image {name}. +/− to zoom, Z to fit or show actual size, arrow keys to pan', { name })}
      takesWheel={takesWheel}
    >
      {/* While it is larger than the viewport, a drag moves it there. */}
      <div className="absolute inset-0 animate-arrive" {...(zoom.canPan ? null : drag)}>
        <PlacedImage
          key={url}
          src={url}
          alt={t('Output {name}', { name })}
          placement={zoom.placement}
          className={zoom.placement ? 'checkerboard' : undefined}
          onSize={onSize}
          onError={onLoadError}
        />
      </div>
    </ZoomViewport>
  );
}
