import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

interface FoldedNotesProps {
  title: string;
  /** Beside the title while it is folded. */
  summary?: string;
  children: ReactNode;
}

/** What is worth reading once, above the form. */
export function FoldedNotes({ title, summary, children }: FoldedNotesProps) {
  return (
    <details className="group rounded-xl border border-line bg-panel text-sm">
      <summary className="flex min-h-9 cursor-pointer list-none items-center gap-2 px-3 text-muted [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-90" />
        <span className="shrink-0">{title}</span>
        {summary === undefined ? null : <span className="truncate text-faint group-open:hidden">{summary}</span>}
      </summary>
      {children}
    </details>
  );
}
