import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

interface PageHeaderProps {
  title: string;
  /** The page above this one. */
  parent?: { label: string; to: '/$surface/jobs' | '/$surface/submit' | '/$surface/models' | '/$surface/batches' };
  /** Status and counts, next to the title. */
  children?: ReactNode;
  actions?: ReactNode;
  /** On a phone: title and actions in the first row, the rest in a second row of fixed height. */
  hasTwoLines?: boolean;
  /** Cuts a long title instead of breaking the line. */
  isOneLine?: boolean;
}

/** The bar at the top of every page. The `h1` takes the focus after a change of route. */
export function PageHeader({
  title,
  parent,
  children,
  actions,
  hasTwoLines = false,
  isOneLine = false,
}: PageHeaderProps) {
  return (
    <header
      className={classNames(
        'flex min-h-[52px] shrink-0 items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 md:px-5',
        !isOneLine && 'flex-wrap',
      )}
    >
      <div className={classNames('flex min-w-0 items-center gap-2', hasTwoLines && 'max-md:flex-1 max-md:basis-0')}>
        {parent ? (
          <>
            <Link
              to={parent.to}
              from="/$surface"
              activeOptions={{ exact: true }}
              className="rounded text-muted hover:text-text"
            >
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
      {hasTwoLines ? (
        <div className="contents max-md:order-last max-md:flex max-md:h-8 max-md:min-w-0 max-md:basis-full max-md:items-center max-md:gap-3">
          {children}
        </div>
      ) : (
        children
      )}
      {actions ? <div className="ml-auto flex shrink-0 items-center gap-2">{actions}</div> : null}
    </header>
  );
}
