import { useEffect, useState } from 'react';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { useCommandHint } from '@/shared/commands/key-labels';
import { useCommands } from '@/shared/commands/use-commands';
import { Button } from '@/ui/button';
import type { ComparedLayers } from './slider-layers';

/** Well below three flashes per second, which may be harmful (WCAG 2.3.1). */
const EVERY_MS = 800;

/** Alternates between the two images, automatically or with the space key, so that differences appear to move. */
export function FlickerLayers({ left, right }: ComparedLayers) {
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [isPlaying, setIsPlaying] = useState(!isCalm);
  const [isRight, setIsRight] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => setIsRight((was) => !was), EVERY_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const flip = () => {
    setIsPlaying(false);
    setIsRight((was) => !was);
  };
  useCommands({ toggle: flip }, { isInDialog: true });
  const flipHint = useCommandHint('Show the other one', 'toggle');
  return (
    <>
      <div className="absolute inset-0">{left}</div>
      <div className="absolute inset-0 bg-panel" style={{ visibility: isRight ? 'visible' : 'hidden' }}>
        {right}
      </div>
      <div className="absolute bottom-3 left-1/2 flex -translate-x-1/2 gap-0.5 rounded-md border border-line bg-panel p-0.5">
        <Button tone="ghost" size="sm" onClick={() => setIsPlaying(!isPlaying)}>
          {isPlaying ? 'Stop' : 'Alternate'}
        </Button>
        <Button tone="ghost" size="sm" className="w-28" {...flipHint} onClick={flip}>
          {isRight ? 'Right image' : 'Left image'}
        </Button>
      </div>
    </>
  );
}
