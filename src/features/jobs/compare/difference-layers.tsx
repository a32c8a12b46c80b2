import { useState } from 'react';
import { classNames } from '@/lib/class-names';
import { Button } from '@/ui/button';
import type { ComparedLayers } from './slider-layers';

/** Black where both are equal; the more they differ, the brighter. */
export function DifferenceLayers({ left, right }: ComparedLayers) {
  const [isAmplified, setIsAmplified] = useState(false);
  return (
    <>
      <div className={classNames('absolute inset-0 isolate', isAmplified && 'brightness-800')}>
        <div className="absolute inset-0">{left}</div>
        <div className="absolute inset-0 mix-blend-difference">{right}</div>
      </div>
      <div className="absolute bottom-3 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-md border border-line bg-panel p-0.5 pl-3 text-sm text-muted">
        Black = identical
        <Button
          tone="ghost"
          size="sm"
          aria-pressed={isAmplified}
          className={classNames(isAmplified && 'bg-accent-soft text-text')}
          onClick={() => setIsAmplified(!isAmplified)}
        >
          Amplify × 8
        </Button>
      </div>
    </>
  );
}
