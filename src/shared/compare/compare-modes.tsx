import { classNames } from '@/lib/class-names';
import { COMPARE_MODES, type CompareMode } from './compare-model';

const modeNames: Readonly<Record<CompareMode, string>> = {
  slider: 'Slider',
  side: 'Side by side',
  flicker: 'Flicker',
  difference: 'Difference',
};

interface CompareModesProps {
  mode: CompareMode;
  /** More than two can only be shown side by side. */
  isMany: boolean;
  onChange: (mode: CompareMode) => void;
}

export function CompareModes({ mode, isMany, onChange }: CompareModesProps) {
  return (
    <div role="group" aria-label="Comparison mode" className="flex rounded-md border border-control p-0.5">
      {COMPARE_MODES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === mode}
          aria-disabled={(isMany && name !== 'side') || undefined}
          title={isMany && name !== 'side' ? 'Only two outputs can be compared in this mode.' : undefined}
          onClick={() => (isMany ? null : onChange(name))}
          className={classNames(
            'h-6 rounded px-2 text-sm whitespace-nowrap aria-disabled:cursor-not-allowed',
            name === mode ? 'bg-hover font-medium text-text' : 'text-muted not-aria-disabled:hover:text-text',
          )}
        >
          {modeNames[name]}
        </button>
      ))}
    </div>
  );
}
