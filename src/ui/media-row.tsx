import type { ReactNode } from 'react';

interface MediaRowProps {
  /** Fills the frame, or stands in its middle. */
  picture: ReactNode;
  name: string;
  /** Measures, size, type: empty ones are left out. */
  facts: readonly (string | null)[];
  /** At the end of the line of the name. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A file that an input holds: its small picture, its name, and what is known of it. */
export function MediaRow({ picture, name, facts, actions, children }: MediaRowProps) {
  return (
    <div className="flex items-start gap-3">
      <div className="checkerboard flex h-[76px] w-[104px] shrink-0 items-center justify-center overflow-hidden rounded-md">
        {picture}
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-start gap-2">
          <span className="min-w-0 flex-1 truncate font-semibold" title={name}>
            {name}
          </span>
          {actions}
        </div>
        <span className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
        {children}
      </div>
    </div>
  );
}
