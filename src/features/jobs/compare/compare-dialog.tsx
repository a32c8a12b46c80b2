import { useEffect, useEffectEvent } from 'react';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { FilmBar } from '@/shared/viewer/films/film-bar';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { Dialog } from '@/ui/dialog';
import { COMPARE_MODES, comparedKind, nextRight, placeNames, withPlace } from './compare-model';
import type { Compared, CompareMode } from './compare-model';
import { ComparePlaces } from './compare-places';
import { CompareStage } from './compare-stage';
import { useComparison } from './use-comparison';

const modeNames: Readonly<Record<CompareMode, string>> = {
  slider: 'Slider',
  side: 'Side by side',
  flicker: 'Flicker',
  difference: 'Difference',
};

interface CompareDialogProps {
  surface: Surface;
  outputs: readonly Output[];
  compared: Compared;
  mode: CompareMode;
  onChange: (compared: Compared, mode: CompareMode) => void;
  onClose: () => void;
}

/** Outputs of the job laid over or beside each other, zoomed, moved and played as one. */
export function CompareDialog({ surface, outputs, compared, mode: asked, onChange, onClose }: CompareDialogProps) {
  const comparison = useComparison(compared.map(({ id }) => id));
  const isMany = compared.length > 2;
  const mode = isMany ? 'side' : asked;
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('[role="slider"], [role="combobox"], input')) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined;
    const right = step && nextRight(outputs, compared, step);
    if (right) onChange(withPlace(compared, 1, right), mode);
  });
  // Wherever in the dialog the focus is.
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

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
          <ComparePlaces outputs={outputs} compared={compared} onChange={(next) => onChange(next, asked)} />
          <div role="group" aria-label="Way to compare" className="flex rounded-md border border-control p-0.5">
            {COMPARE_MODES.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === mode}
                aria-disabled={(isMany && name !== 'side') || undefined}
                title={isMany && name !== 'side' ? 'This compares two: take the others out.' : undefined}
                onClick={() => (isMany ? null : onChange(compared, name))}
                className={classNames(
                  'h-6 rounded px-2 text-sm whitespace-nowrap aria-disabled:cursor-not-allowed',
                  name === mode ? 'bg-hover font-medium text-text' : 'text-muted not-aria-disabled:hover:text-text',
                )}
              >
                {modeNames[name]}
              </button>
            ))}
          </div>
          <div className="ml-auto">
            <ZoomControls zoom={comparison.zoom} />
          </div>
        </div>
        <CompareStage surface={surface} mode={mode} compared={compared} comparison={comparison} />
        {comparedKind(compared[0]) === 'video' ? (
          <FilmBar group={comparison.films} places={placeNames(compared.length)} takesSpace={mode !== 'flicker'} />
        ) : null}
      </div>
    </Dialog>
  );
}
