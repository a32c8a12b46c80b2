import { ChevronsLeftRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { formatPercent } from '@/lib/format';

const KEY_STEP = 0.02;
const LARGE_STEP = 0.1;

export interface ComparedLayers {
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
        aria-label="Divider"
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(split * 100)}
        aria-valuetext={`Left image on ${formatPercent(split)} of the width`}
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
