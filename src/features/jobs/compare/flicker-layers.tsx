import { useEffect, useEffectEvent, useState } from 'react';
import { useMediaQuery } from '@/lib/use-media-query';
import { Button } from '@/ui/button';
import type { ComparedLayers } from './slider-layers';

/** Well below three flashes a second, which may harm (WCAG 2.3.1). */
const EVERY_MS = 800;

/** One picture in the place of the other, in turns or by the space key: what differs moves. */
export function FlickerLayers({ left, right }: ComparedLayers) {
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [isPlaying, setIsPlaying] = useState(!isCalm);
  const [isRight, setIsRight] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => setIsRight((was) => !was), EVERY_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    // A button under the focus is pressed by it.
    if (event.key !== ' ' || (event.target instanceof Element && event.target.closest('button'))) return;
    event.preventDefault();
    setIsPlaying(false);
    setIsRight((was) => !was);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
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
        <Button
          tone="ghost"
          size="sm"
          className="w-28"
          title="Show the other one (space)"
          onClick={() => {
            setIsPlaying(false);
            setIsRight(!isRight);
          }}
        >
          {isRight ? 'Right image' : 'Left image'}
        </Button>
      </div>
    </>
  );
}
