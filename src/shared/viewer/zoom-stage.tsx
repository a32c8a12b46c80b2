import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { useStageGestures } from './use-stage-gestures';
import type { Zoom } from './use-zoom';

const PAN_STEP_PX = 60;

interface ZoomStageProps {
  zoom: Zoom;
  /** What is on it, for readers. */
  label: string;
  /** Only one of several stages that share a zoom gives it its size. */
  isMeasured?: boolean;
  /** The plain wheel zooms. Not where it is needed to scroll the page. */
  takesWheel: boolean;
  className?: string;
  children: ReactNode;
}

/** Where a picture lies that can be zoomed and moved, by hand and by keys. */
export function ZoomStage({ zoom, label, isMeasured = true, takesWheel, className, children }: ZoomStageProps) {
  const gestures = useStageGestures(zoom, takesWheel);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, readonly [number, number]> = {
      ArrowLeft: [1, 0],
      ArrowRight: [-1, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const step = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    // What is seen whole leaves the arrows to whoever goes through pictures by them.
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
