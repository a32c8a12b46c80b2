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
  onSize: (size: Size) => void;
  onLoadError: () => void;
}

/** An image that can be zoomed and panned. */
export function ImageView({ name, url, zoom, takesWheel, onSize, onLoadError }: ImageViewProps) {
  return (
    <ZoomViewport
      zoom={zoom}
      label={`Image ${name}. +/− to zoom, Z to fit or show actual size, arrow keys to pan`}
      takesWheel={takesWheel}
    >
      <div className="absolute inset-0 animate-arrive">
        <PlacedImage
          key={url}
          src={url}
          alt={`Output ${name}`}
          placement={zoom.placement}
          className={zoom.placement ? 'checkerboard' : undefined}
          onSize={onSize}
          onError={onLoadError}
        />
      </div>
    </ZoomViewport>
  );
}
