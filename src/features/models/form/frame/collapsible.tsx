import { ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { useForm, useFormParts } from '../state/form-context';

interface CollapsibleProps {
  /** Key under which the form stores whether it is open. */
  foldKey: string;
  title: string;
  /** Next to the title: a summary of the content and its state. */
  summary: ReactNode;
  isInitiallyOpen: boolean;
  children: ReactNode;
}

/** Collapsible fields. The content is not created before it is opened, since schemas may be recursive. */
export function Collapsible({ foldKey, title, summary, isInitiallyOpen, children }: CollapsibleProps) {
  const { session } = useFormParts();
  const isOpen = useForm(({ folds }) => folds[foldKey] ?? isInitiallyOpen);
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="-mx-1 flex min-h-8 items-center gap-2 rounded-md px-1 text-left hover:bg-hover"
        onClick={() => session.fold(foldKey, !isOpen)}
      >
        <ChevronRight
          aria-hidden
          className={classNames('size-4 shrink-0 transition-transform', isOpen && 'rotate-90')}
        />
        <span className="shrink-0 font-semibold">{title}</span>
        <span className="flex min-w-0 gap-2 truncate text-sm text-faint">{summary}</span>
      </button>
      {isOpen ? <div id={id}>{children}</div> : null}
    </div>
  );
}
