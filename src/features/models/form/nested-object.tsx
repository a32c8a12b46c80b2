import { useId } from 'react';
import { valueIn } from '../schema/body';
import type { ObjectField } from '../schema/field';
import { pathKey } from '../schema/path';
import { FieldDescription } from './field-description';
import { FieldMarks } from './field-marks';
import { Collapsible } from './collapsible';
import { collapsibleSummary } from './collapsible-summary';
import { useForm } from './form-context';
import { LazyFieldState } from './lazy-field-state';
import { ObjectMembers } from './object-members';
import { useFaults } from './use-field-errors';

/** Optional objects stay folded until something in them is sent. */
export function NestedObject({ field }: { field: ObjectField }) {
  const id = useId();
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  const error = useFaults(field.path);
  const summary = collapsibleSummary(field.fields());
  return (
    <div
      role="group"
      aria-label={field.title}
      aria-describedby={error ? `${id}-error` : undefined}
      className="group/field relative rounded-lg border border-line px-3 py-1.5"
    >
      <Collapsible
        foldKey={pathKey(field.path)}
        title={field.title}
        summary={
          <>
            <FieldMarks field={field} />
            <span className="min-w-0 truncate text-faint">{summary}</span>
          </>
        }
        isOpenAtFirst={field.required || isSent}
      >
        <div className="flex flex-col gap-4 pb-2">
          {field.description || field.hints.length > 0 ? (
            <div className="text-sm text-faint">
              <FieldDescription field={field} />
            </div>
          ) : null}
          <ObjectMembers field={field} isBare={false} />
        </div>
      </Collapsible>
      <div className="absolute top-4 right-2">
        <LazyFieldState field={field} isNear />
      </div>
      {error ? (
        <p id={`${id}-error`} className="pt-1 text-sm text-bad">
          {error}
        </p>
      ) : null}
    </div>
  );
}
