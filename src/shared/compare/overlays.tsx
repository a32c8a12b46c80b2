import { ChevronsLeftRight } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { formatPercent } from '@/lib/format';
import { useMediaQuery } from '@/lib/hooks/use-media-query';
import { t } from '@/lib/i18n/messages';
import { useCommandHint } from '@/shared/commands/key-labels';
import { useCommands } from '@/shared/commands/use-commands';
import { Button } from '@/ui/button';

const KEY_STEP = 0.02;
const LARGE_STEP = 0.1;

interface ComparedLayers {
  left: ReactNode;
  right: ReactNode;
}

/** Shows the left image up to a divider and the right one beyond it. */
export function SliderLayers({ left, right }: ComparedLayers) {
  const [split, setSplit] = useState(0.5);
  const frame = useRef<HTMLDivElement>(null);
  const moveTo = (next: number) => setSplit(Math.min(1, Math.max(0, next)));
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    if (event.buttons !== 1) return;
    const box = frame.current?.getBoundingClientRect();
    if (box) moveTo((event.clientX - box.left) / box.width);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : KEY_STEP;
    const moves: Record<string, number> = {
      ArrowLeft: split - step,
      ArrowRight: split + step,
      ArrowDown: split - step,
      ArrowUp: split + step,
      Home: 0,
      End: 1,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  };
  const percent = `${split * 100}%`;
  return (
    <div ref={frame} className="absolute inset-0">
      {left}
      <div className="absolute inset-0 bg-panel" style={{ clipPath: `inset(0 0 0 ${percent})` }}>
        {right}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('Divider')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(split * 100)}
        aria-valuetext={t('Left image on {percent} of the width', { percent: formatPercent(split) })}
        className="absolute inset-y-0 -ml-4 flex w-8 cursor-ew-resize touch-none items-center justify-center"
        style={{ left: percent }}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
        onKeyDown={onKeyDown}
      >
        <span aria-hidden className="absolute inset-y-0 w-0.5 bg-accent" />
        <span
          aria-hidden
          className="relative flex size-7 items-center justify-center rounded-full border border-control bg-panel text-text"
        >
          <ChevronsLeftRight className="size-4" />
        </span>
      </div>
    </div>
  );
}

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
  const flipHint = useCommandHint(t('Show the other one'), 'toggle');
  return (
    <>
      <div className="absolute inset-0">{left}</div>
      <div className="absolute inset-0 bg-panel" style={{ visibility: isRight ? 'visible' : 'hidden' }}>
        {right}
      </div>
      <div className="absolute bottom-3 left-1/2 flex -translate-x-1/2 gap-0.5 rounded-md border border-line bg-panel p-0.5">
        <Button tone="ghost" size="sm" onClick={() => setIsPlaying(!isPlaying)}>
          {isPlaying ? t('Stop') : t('Alternate')}
        </Button>
        <Button tone="ghost" size="sm" className="w-28" {...flipHint} onClick={flip}>
          {isRight ? t('Right image') : t('Left image')}
        </Button>
      </div>
    </>
  );
}

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
        {t('Black = identical')}
        <Button
          tone="ghost"
          size="sm"
          aria-pressed={isAmplified}
          className={classNames(isAmplified && 'bg-accent-soft text-text')}
          onClick={() => setIsAmplified(!isAmplified)}
        >
          {t('Amplify × 8')}
        </Button>
      </div>
    </>
  );
}
