import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { ZoomViewport } from '@/shared/viewer/zoom-viewport';
import type { CompareMode } from '@/shared/compare/compare-model';
import { DifferenceLayers, FlickerLayers, SliderLayers } from '@/shared/compare/overlays';
import type { Comparison } from '@/shared/compare/use-comparison';
import { positionNames, type Compared } from './compare-model';
import { ComparedLayer } from './compared-layer';

const KEYS = 'Plus and minus zoom, Z fits or shows actual size, arrows move';

interface CompareViewportProps {
  /** Surface of the output at a position. */
  surfaceOf: (position: number) => Surface;
  mode: CompareMode;
  compared: Compared;
  comparison: Comparison;
}

export function CompareViewport({ surfaceOf, mode, compared, comparison }: CompareViewportProps) {
  const { zoom } = comparison;
  const names = positionNames(compared.length);
  const layer = (place: 0 | 1) => (
    <ComparedLayer surface={surfaceOf(place)} output={compared[place]} place={place} comparison={comparison} />
  );
  if (mode === 'side') {
    return (
      <div className={classNames('grid min-h-0 flex-1 gap-px bg-line', gridOf(compared.length))}>
        {compared.map((output, position) => (
          <ZoomViewport
            key={names[position]}
            zoom={zoom}
            isMeasured={position === 0}
            label={`${names[position]}: ${output.name}. ${KEYS}`}
            takesWheel
            className="bg-panel"
          >
            <ComparedLayer surface={surfaceOf(position)} output={output} place={position} comparison={comparison} />
            <PlaceName name={output.name} className={compared.length === 2 && position === 1 ? 'right-3' : 'left-3'} />
          </ZoomViewport>
        ))}
      </div>
    );
  }
  const [left, right] = compared;
  const layers = { left: layer(0), right: layer(1) };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ZoomViewport zoom={zoom} label={`${left.name} and ${right.name}. ${KEYS}`} takesWheel>
        {mode === 'slider' ? <SliderLayers {...layers} /> : null}
        {mode === 'flicker' ? <FlickerLayers {...layers} /> : null}
        {mode === 'difference' ? <DifferenceLayers {...layers} /> : null}
        {mode === 'slider' ? (
          <>
            <PlaceName name={left.name} className="left-3 max-w-[45%]" />
            <PlaceName name={right.name} className="right-3 max-w-[45%]" />
          </>
        ) : null}
      </ZoomViewport>
    </div>
  );
}

/** One row, or a square of four; on phones, one below the other except for four. */
export function gridOf(count: number): string {
  if (count === 4) return 'grid-cols-2 grid-rows-2';
  return count === 3
    ? 'max-sm:grid-rows-3 sm:grid-cols-3 sm:grid-rows-1'
    : 'max-sm:grid-rows-2 sm:grid-cols-2 sm:grid-rows-1';
}

/** Label of a position, in a corner of its viewport. */
function PlaceName({ name, className }: { name: string; className: string }) {
  return (
    <span
      className={classNames(
        'pointer-events-none absolute top-3 max-w-[calc(100%-24px)] truncate rounded-md border border-line bg-panel px-2 py-0.5 text-sm text-muted',
        className,
      )}
    >
      {name}
    </span>
  );
}
