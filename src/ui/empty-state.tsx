import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** Explanation, and what to do next. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** Placeholder for empty, filtered-empty, failed and not-found states. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="flex min-h-64 flex-1 flex-col items-center justify-center gap-3 px-6 py-12 text-center">
      <div aria-hidden className="text-faint [&_svg]:size-7 [&_svg]:stroke-[1.5]">
        {icon}
      </div>
      <h2 className="text-lg font-semibold">{title}</h2>
      {children ? <div className="max-w-[52ch] text-muted">{children}</div> : null}
      {actions ? <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
