import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** The page above this one. */
  parent?: { label: string; to: '/$surface/jobs' | '/$surface/submit' | '/$surface/models' };
  /** Beside the title: status, counts. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** The bar at the top of every page. The `h1` takes the focus after a change of route. */
export function PageHeader({ title, parent, children, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-[52px] shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 md:px-5">
      <div className="flex min-w-0 items-center gap-2">
        {parent ? (
          <>
            <Link to={parent.to} from="/$surface" className="rounded text-muted hover:text-text">
              {parent.label}
            </Link>
            <span aria-hidden className="text-faint">
              /
            </span>
          </>
        ) : null}
        <h1 tabIndex={-1} className="min-w-0 truncate text-lg font-semibold outline-none" title={title}>
          {title}
        </h1>
      </div>
      {children}
      {actions ? <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div> : null}
    </header>
  );
}
