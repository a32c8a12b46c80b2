import { lazy, Suspense } from 'react';
import type { Field } from '../schema/field';
import { kindNote } from './field-text';

const UncheckedMark = lazy(async () => ({ default: (await import('./unchecked-mark')).UncheckedMark }));

/** Beside the label: whether it is required, what it takes, and what is special about it. */
export function FieldMarks({ field }: { field: Field }) {
  const note = kindNote(field);
  return (
    <>
      {field.title === field.name || field.name === '' ? null : (
        <span className="min-w-0 shrink truncate font-mono text-xs text-faint">{field.name}</span>
      )}
      {field.required ? <span className="shrink-0 text-faint">required</span> : null}
      {note ? <span className="shrink-0 text-faint">{note}</span> : null}
      {field.deprecated ? <span className="shrink-0 text-warn">deprecated</span> : null}
      {field.foreign.length > 0 ? (
        <Suspense>
          <UncheckedMark field={field} />
        </Suspense>
      ) : null}
      {field.readOnly ? <span className="shrink-0 text-faint">set by the service</span> : null}
    </>
  );
}
