import { classNames } from '@/lib/class-names';
import { PlacedPicture } from '@/shared/viewer/placed-picture';
import { ZoomStage } from '@/shared/viewer/zoom-stage';
import type { CompareMode, Pair } from './compare-model';
import { DifferenceLayers } from './difference-layers';
import { FlickerLayers } from './flicker-layers';
import { SliderLayers } from './slider-layers';
import type { ComparedPicture, ComparedPictures } from './use-compared-pictures';

const KEYS = 'Plus and minus zoom, 0 fits, 1 shows actual size, arrows move';

interface CompareStageProps {
  mode: CompareMode;
  pair: Pair;
  compared: ComparedPictures;
}

export function CompareStage({ mode, pair, compared }: CompareStageProps) {
  const { left, right, zoom } = compared;
  const layers = { left: <Layer picture={left} {...compared} />, right: <Layer picture={right} {...compared} /> };
  if (mode === 'side') {
    return (
      <div className="flex min-h-0 flex-1 gap-px bg-line max-sm:flex-col">
        <ZoomStage zoom={zoom} label={`Left: ${pair.left.name}. ${KEYS}`} takesWheel className="bg-panel">
          {layers.left}
          <SideName name={pair.left.name} side="left" />
        </ZoomStage>
        <ZoomStage
          zoom={zoom}
          isMeasured={false}
          label={`Right: ${pair.right.name}. ${KEYS}`}
          takesWheel
          className="bg-panel"
        >
          {layers.right}
          <SideName name={pair.right.name} side="right" />
        </ZoomStage>
      </div>
    );
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ZoomStage zoom={zoom} label={`${pair.left.name} and ${pair.right.name}. ${KEYS}`} takesWheel>
        {mode === 'slider' ? <SliderLayers {...layers} /> : null}
        {mode === 'flicker' ? <FlickerLayers {...layers} /> : null}
        {mode === 'difference' ? <DifferenceLayers {...layers} /> : null}
        {mode === 'slider' ? (
          <>
            <SideName name={pair.left.name} side="left" />
            <SideName name={pair.right.name} side="right" />
          </>
        ) : null}
      </ZoomStage>
    </div>
  );
}

interface LayerProps extends ComparedPictures {
  picture: ComparedPicture;
}

function Layer({ picture, zoom }: LayerProps) {
  const { output, url, problem, onSize, onLoadError } = picture;
  if (problem !== null) {
    return (
      <p className="absolute inset-0 flex items-center justify-center p-6 text-center text-muted">
        {problem === 'gone' ? 'The surface no longer has the bytes of ' : 'This browser could not show '}
        {output.name}.
      </p>
    );
  }
  if (!url) return null;
  return (
    <PlacedPicture
      key={url}
      src={url}
      alt={`Output ${output.name}`}
      placement={zoom.placement}
      className={zoom.placement ? 'checkerboard' : undefined}
      onSize={onSize}
      onError={onLoadError}
    />
  );
}

function SideName({ name, side }: { name: string; side: 'left' | 'right' }) {
  return (
    <span
      className={classNames(
        'pointer-events-none absolute top-3 max-w-[45%] truncate rounded-md border border-line bg-panel px-2 py-0.5 text-sm text-muted',
        side === 'left' ? 'left-3' : 'right-3',
      )}
    >
      {name}
    </span>
  );
}
