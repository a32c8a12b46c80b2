import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '@/lib/class-names';
import { t } from '@/lib/i18n/messages';
import { HANDLES, moveRect, resizeRect, type Handle } from './crop-rect';
import type { ImageDocument } from './image-document';
import { shownSize, type Frame } from './orientation';
import type { Point } from './pixels/brush';
import type { View } from './view';

interface CropBoxProps {
  document: ImageDocument;
  frame: Frame;
  view: View;
  ratio: number | null;
  /** Without it, the box only shows what is used. */
  isActive: boolean;
}

const COARSE_STEP = 10;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The part of the image that is used, with handles for pointer and arrow keys. */
export function CropBox({ document, frame, view, ratio, isActive }: CropBoxProps) {
  const helpId = useId();
  const drag = useRef<{ from: Point; frame: Frame } | null>(null);
  const { crop, orientation } = frame;
  const bounds = shownSize(document.size, orientation);
  const changed = (before: Frame, handle: Handle | null, by: Point): Frame => ({
    ...before,
    crop: handle ? resizeRect(before.crop, handle, by, ratio, bounds) : moveRect(before.crop, by, bounds),
  });
  const handlers = (handle: Handle | null) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !event.isPrimary) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { from: { x: event.clientX, y: event.clientY }, frame };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag.current || !event.isPrimary) return;
      event.stopPropagation();
      const { from, frame: before } = drag.current;
      const by = { x: (event.clientX - from.x) / view.scale, y: (event.clientY - from.y) / view.scale };
      document.previewFrame(changed(before, handle, by));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!drag.current) return;
      event.stopPropagation();
      document.commitFrame(document.frame, drag.current.frame);
      drag.current = null;
    },
    onPointerCancel: () => {
      if (drag.current) document.previewFrame(drag.current.frame);
      drag.current = null;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = ARROWS[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const factor = event.shiftKey ? COARSE_STEP : 1;
      document.commitFrame(changed(frame, handle, { x: step.x * factor, y: step.y * factor }));
    },
  });
  return (
    <div
      className="pointer-events-none absolute outline outline-text shadow-[0_0_0_1px_rgb(0_0_0/0.6),0_0_0_9999px_rgb(0_0_0/0.6)]"
      style={{
        left: view.x + crop.x * view.scale,
        top: view.y + crop.y * view.scale,
        width: crop.width * view.scale,
        height: crop.height * view.scale,
      }}
    >
      {isActive ? (
        <>
          <span id={helpId} hidden>
            {t('Move it with the arrow keys; with Shift by 10 pixels')}
          </span>
          <button
            type="button"
            aria-label={t('Crop area, {width} × {height} pixels at {x}, {y}', {
              width: crop.width,
              height: crop.height,
              x: crop.x,
              y: crop.y,
            })}
            aria-describedby={helpId}
            className="pointer-events-auto absolute inset-0 cursor-move touch-none"
            {...handlers(null)}
          />
          {HANDLES.map((handle) => (
            <button
              key={`${handle.vertical} ${handle.horizontal}`}
              type="button"
              aria-label={t(handle.label)}
              aria-describedby={helpId}
              className={classNames(
                'group pointer-events-auto absolute flex size-7 -translate-1/2 touch-none items-center justify-center',
                HORIZONTAL[handle.horizontal ?? 'middle'],
                VERTICAL[handle.vertical ?? 'middle'],
                cursorOf(handle),
              )}
              {...handlers(handle)}
            >
              <span className="size-3 rounded-xs border border-canvas bg-text group-hover:bg-accent" />
            </button>
          ))}
        </>
      ) : null}
    </div>
  );
}

const HORIZONTAL = { left: 'left-0', middle: 'left-1/2', right: 'left-full' };
const VERTICAL = { top: 'top-0', middle: 'top-1/2', bottom: 'top-full' };

function cursorOf({ horizontal, vertical }: Handle): string {
  if (horizontal === null) return 'cursor-ns-resize';
  if (vertical === null) return 'cursor-ew-resize';
  return (horizontal === 'left') === (vertical === 'top') ? 'cursor-nwse-resize' : 'cursor-nesw-resize';
}
