import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { useViewportGestures } from './use-viewport-gestures';
import type { Zoom } from './use-zoom';

const PAN_STEP_PX = 60;

interface ZoomViewportProps {
  zoom: Zoom;
  /** Accessible name of the content. */
  label: string;
  /** Whether this viewport is measured; viewports that share a zoom measure only one. */
  isMeasured?: boolean;
  /** The wheel zooms without a modifier; off if the wheel must scroll the page. */
  takesWheel: boolean;
  className?: string;
  children: ReactNode;
}

/** A viewport whose content can be zoomed and panned by pointer and keyboard. */
export function ZoomViewport({ zoom, label, isMeasured = true, takesWheel, className, children }: ZoomViewportProps) {
  const gestures = useViewportGestures(zoom, takesWheel);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [1, 0],
      ArrowRight: [-1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    // An image that is fully visible leaves the arrow keys to navigation between images.
    if (!step || !zoom.canPan || event.target !== event.currentTarget) return;
    event.preventDefault();
    event.stopPropagation();
    zoom.panBy(step[0] * PAN_STEP_PX, step[1] * PAN_STEP_PX);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the same is done by the keys and by the buttons above it
    <div
      {...gestures}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what can be moved must be reachable by keyboard
      tabIndex={0}
      role="group"
      aria-label={label}
      data-pans={zoom.canPan || undefined}
      onKeyDown={onKeyDown}
      className={classNames(
        'relative min-h-0 flex-1 overflow-hidden select-none focus-visible:outline-offset-[-2px]',
        zoom.canPan ? 'cursor-grab touch-none active:cursor-grabbing' : takesWheel ? 'touch-none' : 'touch-pan-y',
        className,
      )}
    >
      <div ref={isMeasured ? zoom.measure : undefined} className="absolute inset-0">
        {children}
      </div>
    </div>
  );
}
