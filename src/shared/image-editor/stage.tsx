import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { useElementSize } from '@/lib/hooks/use-element-size';
import { formatPercent } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { Button } from '@/ui/button';
import { brushAfterKey } from './brush-keys';
import { CropBox } from './crop-box';
import { drawImage, drawMask, drawMaskPart, stageDensity, type StageLook } from './draw-stage';
import type { ImageDocument } from './image-document';
import { shownSize, toSource } from './orientation';
import type { Brush, Point } from './pixels/brush';
import { useStagePointers } from './use-stage-pointers';
import { fitView, toImage, zoomView, type View } from './view';

interface StageProps {
  document: ImageDocument;
  tool: 'crop' | 'mask';
  brush: Brush;
  ratio: number | null;
}

const BUTTON_ZOOM = 1.5;
const WHEEL_SPEED = 0.0015;

/** The image with its mask and crop: painted on with a pointer or with the keyboard, zoomed and moved. */
export function Stage({ document, tool, brush, ratio }: StageProps) {
  const frame = useStore(document.store, (state) => state.frame);
  const { ref: measure, size: stage } = useElementSize();
  /** `null`: the whole image fits. */
  const [moved, setMoved] = useState<View | null>(null);
  const helpId = useId();
  const [brushAt, setBrushAt] = useState<Point | null>(null);
  const [isPenDown, setPenDown] = useState(false);
  const imageCanvas = useRef<HTMLCanvasElement>(null);
  const maskCanvas = useRef<HTMLCanvasElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const { orientation } = frame;
  const shown = shownSize(document.size, orientation);
  const view = stage ? (moved ?? fitView(shown, stage)) : { scale: 1, x: 0, y: 0 };
  const { scale, x, y } = view;
  const look: StageLook | null = stage && { view, orientation, stage, density: stageDensity() };

  // A canvas is outside of React: it is drawn again after each change of what it shows.
  useEffect(() => {
    const [base, overlay] = [imageCanvas.current, maskCanvas.current];
    if (!stage || !base || !overlay) return undefined;
    const shownLook = { view: { scale, x, y }, orientation, stage, density: stageDensity() };
    drawImage(base, document, shownLook);
    drawMask(overlay, document, shownLook);
    return document.store.subscribe((state, before) => {
      if (state.maskVersion !== before.maskVersion) drawMask(overlay, document, shownLook);
    });
  }, [document, scale, x, y, stage, orientation]);

  const paint = (from: Point, to: Point, pressure: number) => {
    const source = (point: Point) => toSource(point, document.size, orientation);
    const changed = document.paint(source(from), source(to), { ...brush, radius: brush.radius * pressure });
    if (changed && look && maskCanvas.current) drawMaskPart(maskCanvas.current, document, look, changed);
  };
  const zoom = (factor: number, at: Point) => {
    if (stage) setMoved((now) => zoomView(now ?? view, factor, at, shown, stage));
  };
  const middle = { x: (stage?.width ?? 0) / 2, y: (stage?.height ?? 0) / 2 };

  const pointers = useStagePointers({
    isPainting: tool === 'mask',
    onPaint: (from, to, pressure) => paint(toImage(from, view), toImage(to, view), pressure),
    onPaintEnd: () => document.endStroke(),
    onPaintCancel: () => document.cancelStroke(),
    onPan: (by) => setMoved((now) => ({ ...(now ?? view), x: (now ?? view).x + by.x, y: (now ?? view).y + by.y })),
    onZoom: zoom,
    onHover: (at) => setBrushAt(at && toImage(at, view)),
  });

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    if (event.shiftKey) {
      setMoved((now) => ({ ...(now ?? view), x: (now ?? view).x - event.deltaX, y: (now ?? view).y - event.deltaY }));
      return;
    }
    const { left, top } = surface.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    // The pinch of a trackpad arrives as a wheel with Ctrl, in smaller steps.
    const speed = event.ctrlKey ? 6 * WHEEL_SPEED : WHEEL_SPEED;
    zoom(Math.exp(-event.deltaY * speed), { x: event.clientX - left, y: event.clientY - top });
  });
  // React's listener is passive: it could not keep the page from zooming.
  useEffect(() => {
    const element = surface.current;
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);

  const at = brushAt ?? { x: shown.width / 2, y: shown.height / 2 };
  const setPen = (isDown: boolean) => {
    setPenDown(isDown);
    setBrushAt(at);
    if (isDown) paint(at, at, 1);
    else document.endStroke();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = brushAfterKey(at, event.key, event.shiftKey, brush.radius, shown);
    if (next) {
      if (isPenDown) paint(at, next, 1);
      setBrushAt(next);
    } else if (event.key === ' ') {
      if (!event.repeat && !isPenDown) setPen(true);
    } else if (event.key === 'Enter') setPen(!isPenDown);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={(element) => {
        surface.current = element;
        return measure(element);
      }}
      className="relative min-h-64 flex-1 touch-none overflow-hidden rounded-lg border border-line bg-canvas"
      {...pointers}
    >
      <canvas ref={imageCanvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
      <canvas ref={maskCanvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
      <CropBox document={document} frame={frame} view={view} ratio={ratio} isActive={tool === 'crop'} />
      {tool === 'mask' ? (
        <span id={helpId} hidden>
          {t(
            'Arrow keys move the brush, with Shift by one pixel. Space paints while it is held. Enter lowers and lifts it.',
          )}
        </span>
      ) : null}
      {tool === 'mask' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application handles keys
        <div
          role="application"
          aria-label={t('Mask')}
          aria-describedby={helpId}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application handles keys
          tabIndex={0}
          className="absolute inset-0 cursor-none rounded-lg focus-visible:outline-offset-[-3px]"
          onPointerDown={(event) => event.currentTarget.focus()}
          onFocus={() => setBrushAt(at)}
          onBlur={() => {
            if (isPenDown) setPen(false);
          }}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => {
            if (event.key === ' ' && isPenDown) setPen(false);
          }}
        />
      ) : null}
      {tool === 'mask' && brushAt ? <BrushRing at={brushAt} view={view} radius={brush.radius} /> : null}
      {tool === 'mask' && brushAt ? (
        <p role="status" className="sr-only">
          {isPenDown ? t('Brush at {x}, {y}, painting', shownAt(brushAt)) : t('Brush at {x}, {y}', shownAt(brushAt))}
        </p>
      ) : null}
      {/* A press on a button must not paint. */}
      <div
        role="group"
        aria-label={t('Zoom')}
        className="absolute bottom-2 left-2 flex items-center rounded-md border border-control bg-panel"
        onPointerDown={(event) => event.stopPropagation()}
      >
        <Button tone="ghost" size="icon-sm" aria-label={t('Zoom out')} onClick={() => zoom(1 / BUTTON_ZOOM, middle)}>
          <ZoomOut aria-hidden />
        </Button>
        <span className="min-w-12 text-center text-sm tabular-nums">{formatPercent(scale)}</span>
        <Button tone="ghost" size="icon-sm" aria-label={t('Zoom in')} onClick={() => zoom(BUTTON_ZOOM, middle)}>
          <ZoomIn aria-hidden />
        </Button>
        <Button tone="ghost" size="icon-sm" aria-label={t('Fit the image')} onClick={() => setMoved(null)}>
          <Maximize aria-hidden />
        </Button>
      </div>
    </div>
  );
}

function BrushRing({ at, view, radius }: { at: Point; view: View; radius: number }) {
  const side = Math.max(3, 2 * radius * view.scale);
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 rounded-full border border-text outline outline-canvas"
      style={{
        width: side,
        height: side,
        transform: `translate(${at.x * view.scale + view.x - side / 2}px, ${at.y * view.scale + view.y - side / 2}px)`,
      }}
    />
  );
}

function shownAt({ x, y }: Point) {
  return { x: Math.round(x), y: Math.round(y) };
}
