import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';

interface UnsupportedFileProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** Shown instead of a file that cannot be displayed: the reason and a possible action. */
export function UnsupportedFile({ title, action, children }: UnsupportedFileProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center">
      <FileQuestion aria-hidden className="size-7 text-faint" />
      <p className="max-w-full truncate font-semibold">{title}</p>
      <p className="max-w-[48ch] text-muted">{children}</p>
      {action}
    </div>
  );
}
