import type { Output } from '@contract/jobs/schemas';
import { useMediaQuery } from '@/lib/use-media-query';
import { WIDE } from '../wide';
import { PlacedPicture } from './placed-picture';
import type { Zoom } from './use-zoom';
import type { Size } from './view-model';
import { ZoomStage } from './zoom-stage';

interface PictureOutputProps {
  output: Output;
  url: string;
  zoom: Zoom;
  isInDialog: boolean;
  onSize: (size: Size) => void;
  onLoadError: () => void;
}

export function PictureOutput({ output, url, zoom, isInDialog, onSize, onLoadError }: PictureOutputProps) {
  const isWide = useMediaQuery(WIDE);
  return (
    <ZoomStage
      zoom={zoom}
      label={`Picture ${output.name}. Plus and minus zoom, 0 fits, 1 shows actual size, arrows move`}
      takesWheel={isInDialog || isWide}
    >
      <div className="absolute inset-0 animate-arrive">
        <PlacedPicture
          key={url}
          src={url}
          alt={`Output ${output.name}`}
          placement={zoom.placement}
          className={zoom.placement ? 'checkerboard' : undefined}
          onSize={onSize}
          onError={onLoadError}
        />
      </div>
    </ZoomStage>
  );
}
