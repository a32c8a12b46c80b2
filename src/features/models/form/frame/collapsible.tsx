import { ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from '@/lib/class-names';
import { pathKey, type Field, type FieldPath } from '../../schema/field';
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

/** Key of the collapsible for the optional properties of an object; the object itself uses its own path. */
export function moreKey(path: FieldPath): string {
  return `more ${pathKey(path)}`;
}

/** Key of the collapsible for a group of properties under one heading. */
export function groupKey({ path, group }: Pick<Field, 'path' | 'group'>): string {
  return groupKeysOf(path.slice(0, -1)) + group;
}

/** Returns the common prefix of the keys of all groups of an object. */
export function groupKeysOf(path: FieldPath): string {
  return `group ${pathKey(path)} `;
}

const MAX_CHARACTERS = 70;

/**
 * Summarizes collapsed fields: `input_image_2 … _9, safety_tolerance`. Names that only differ by a number are combined.
 */
export function collapsibleSummary(fields: readonly Field[]): string {
  const runs: { stem: string; first: string; last: string; count: number }[] = [];
  for (const { title } of fields) {
    const tail = /(?:_|(?<![\d_]))\d+$/.exec(title)?.[0] ?? '';
    const stem = title.slice(0, title.length - tail.length);
    const run = runs.at(-1);
    if (run && tail !== '' && run.stem === stem) Object.assign(run, { last: tail, count: run.count + 1 });
    else runs.push({ stem, first: title, last: '', count: 1 });
  }
  const text = runs.map(({ first, last, count }) => (count > 1 ? `${first} … ${last}` : first)).join(', ');
  if (text.length <= MAX_CHARACTERS) return text;
  const cut = text.lastIndexOf(', ', MAX_CHARACTERS);
  return `${text.slice(0, cut > 0 ? cut : MAX_CHARACTERS)}, …`;
}
