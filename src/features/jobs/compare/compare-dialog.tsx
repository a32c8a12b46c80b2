import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Output } from '@contract/jobs/schemas';
import type { Surface } from '@/api/surface';
import { classNames } from '@/lib/class-names';
import { ZoomControls } from '@/shared/viewer/zoom-controls';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Select } from '@/ui/select';
import { comparable, COMPARE_MODES, nextRight, type CompareMode, type Pair } from './compare-model';
import { CompareStage } from './compare-stage';
import { useComparedPictures } from './use-compared-pictures';

const modeNames: Readonly<Record<CompareMode, string>> = {
  slider: 'Slider',
  side: 'Side by side',
  flicker: 'Flicker',
  difference: 'Difference',
};

interface CompareDialogProps {
  surface: Surface;
  outputs: readonly Output[];
  pair: Pair;
  mode: CompareMode;
  onChange: (change: Partial<Pair & { mode: CompareMode }>) => void;
  onClose: () => void;
}

/** Two outputs of the job laid over or beside each other, zoomed and moved as one. */
export function CompareDialog({ surface, outputs, pair, mode, onChange, onClose }: CompareDialogProps) {
  const pictures = comparable(outputs);
  const compared = useComparedPictures(surface, pair);
  const byId = (id: string) => pictures.find((picture) => picture.id === id);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest('[role="slider"], [role="combobox"]')) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined;
    const right = step && nextRight(outputs, pair, step);
    if (right) onChange({ right });
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
          <div className="flex min-w-0 items-center gap-1 max-sm:w-full">
            <PictureSelect
              side="Left"
              chosen={pair.left}
              pictures={pictures.filter(({ id }) => id !== pair.right.id)}
              onChoose={(id) => onChange({ left: byId(id) ?? pair.left })}
            />
            <Button
              tone="ghost"
              size="icon-sm"
              aria-label="Swap the sides"
              title="Swap the sides"
              onClick={() => onChange({ left: pair.right, right: pair.left })}
            >
              <ArrowLeftRight aria-hidden />
            </Button>
            <PictureSelect
              side="Right"
              chosen={pair.right}
              pictures={pictures.filter(({ id }) => id !== pair.left.id)}
              onChoose={(id) => onChange({ right: byId(id) ?? pair.right })}
            />
          </div>
          <div role="group" aria-label="Way to compare" className="flex rounded-md border border-control p-0.5">
            {COMPARE_MODES.map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={name === mode}
                onClick={() => onChange({ mode: name })}
                className={classNames(
                  'h-6 rounded px-2 text-sm whitespace-nowrap',
                  name === mode ? 'bg-hover font-medium text-text' : 'text-muted hover:text-text',
                )}
              >
                {modeNames[name]}
              </button>
            ))}
          </div>
          <div className="ml-auto">
            <ZoomControls zoom={compared.zoom} />
          </div>
        </div>
        <CompareStage mode={mode} pair={pair} compared={compared} />
      </div>
    </Dialog>
  );
}

interface PictureSelectProps {
  side: 'Left' | 'Right';
  chosen: Output;
  pictures: readonly Output[];
  onChoose: (id: string) => void;
}

function PictureSelect({ side, chosen, pictures, onChoose }: PictureSelectProps) {
  return (
    <Select
      aria-label={`${side} picture`}
      className="sm:w-52"
      value={chosen.id}
      options={pictures.map(({ id, name }) => ({ value: id, label: name }))}
      onValueChange={onChoose}
    />
  );
}
