import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import type { Zoom } from '@/shared/viewer/use-zoom';
import { ZoomControls } from '@/shared/viewer/zoom-controls';

interface ResultBarProps {
  name: string;
  /** Size and type of the file. */
  details: string;
  zoom: Zoom;
  className: string;
  /** After the zoom. */
  children?: ReactNode;
}

/** One line above the picture: the file and the zoom. */
export function ResultBar({ name, details, zoom, className, children }: ResultBarProps) {
  return (
    <div className={classNames('@container flex h-11 shrink-0 items-center gap-2 pr-4 md:pr-5', className)}>
      <span className="min-w-0 flex-1 truncate text-sm text-muted @max-[480px]:invisible" title={name}>
        {name}
      </span>
      <span className="shrink-0 text-sm text-muted tabular-nums @max-[300px]:hidden">{details}</span>
      <ZoomControls zoom={zoom} />
      {children}
    </div>
  );
}
