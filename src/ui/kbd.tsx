import type { ReactNode } from 'react';
import { classNames } from '@/lib/class-names';

export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      aria-hidden
      className={classNames(
        'rounded border border-current/40 px-1 font-sans text-xs leading-4 font-medium text-current',
        className,
      )}
    >
      {children}
    </kbd>
  );
}
