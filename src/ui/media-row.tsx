import type { ReactNode } from 'react';

interface MediaRowProps {
  /** Fills the frame, or is centered in it. */
  thumbnail: ReactNode;
  name: string;
  /** Measures, size, type: empty ones are left out. */
  details: readonly (string | null)[];
  /** At the end of the line of the name. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Row for the file of an input: its thumbnail, name and details. */
export function MediaRow({ thumbnail, name, details, actions, children }: MediaRowProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="checkerboard flex h-[76px] w-[104px] shrink-0 items-center justify-center overflow-hidden rounded-md">
        {thumbnail}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold" title={name}>
            {name}
          </span>
          {actions}
        </div>
        <span className="text-sm text-muted">{details.filter(Boolean).join(' · ')}</span>
        {children}
      </div>
    </div>
  );
}
