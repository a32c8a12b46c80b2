import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { useCommands } from '@/shared/commands/use-commands';
import { VideoBar } from '@/shared/viewer/video/video-bar';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { Dialog } from '@/ui/overlay/dialog';
import { comparedKind, nextRight, positionNames, withPosition } from './compare-model';
import type { CompareMode } from '@/shared/compare/compare-model';
import { CompareModes } from '@/shared/compare/compare-modes';
import { layerKey, useComparison } from '@/shared/compare/use-comparison';
import type { Compared } from './compare-model';
import { ComparePositions } from './compare-positions';
import { CompareViewport } from './compare-viewport';

interface CompareDialogProps {
  surface: Surface;
  outputs: readonly Output[];
  compared: Compared;
  mode: CompareMode;
  onChange: (compared: Compared, mode: CompareMode) => void;
  onClose: () => void;
}

/** Dialog that compares outputs of the job, overlaid or side by side, with shared zoom, pan and playback. */
export function CompareDialog({ surface, outputs, compared, mode: requested, onChange, onClose }: CompareDialogProps) {
  const comparison = useComparison(compared.map((output) => layerKey(surface, output)));
  const isMany = compared.length > 2;
  const mode = isMany ? 'side' : requested;
  const step = (by: 1 | -1) => {
    const right = nextRight(outputs, compared, by);
    if (right) onChange(withPosition(compared, 1, right), mode);
  };
  useCommands({ 'output-next': () => step(1), 'output-previous': () => step(-1) }, { isInDialog: true });

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => (isOpen ? null : onClose())}
      title="Compare"
      description={null}
      size="fill"
    >
      <div className="-mx-4 -mb-4 flex min-h-0 flex-1 flex-col">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pb-3">
          <ComparePositions outputs={outputs} compared={compared} onChange={(next) => onChange(next, requested)} />
          <CompareModes mode={mode} isMany={isMany} onChange={(next) => onChange(compared, next)} />
          <div className="ml-auto">
            <ZoomControls zoom={comparison.zoom} />
          </div>
        </div>
        <CompareViewport surfaceOf={() => surface} mode={mode} compared={compared} comparison={comparison} />
        {comparedKind(compared[0]) === 'video' ? (
          <VideoBar group={comparison.films} places={positionNames(compared.length)} takesSpace={mode !== 'flicker'} />
        ) : null}
      </div>
    </Dialog>
  );
}
