import { useId } from 'react';
import { valueIn } from '../../schema/body';
import type { ObjectField } from '../../schema/field';
import { pathKey } from '../../schema/path';
import { FieldDescription } from '../frame/field-description';
import { FieldMarks } from '../frame/field-marks';
import { Collapsible } from '../frame/collapsible';
import { collapsibleSummary } from '../frame/collapsible-summary';
import { useForm } from '../state/form-context';
import { LazyFieldState } from '../frame/lazy-field-state';
import { ObjectProperties } from './object-members';
import { useErrors } from '../errors/use-field-errors';

/** Optional objects are collapsed until one of their properties is sent. */
export function NestedObject({ field }: { field: ObjectField }) {
  const id = useId();
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  const error = useErrors(field.path);
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
        isInitiallyOpen={field.required || isSent}
      >
        <div className="flex flex-col gap-4 pb-2">
          {field.description || field.hints.length > 0 ? (
            <div className="text-sm text-faint">
              <FieldDescription field={field} />
            </div>
          ) : null}
          <ObjectProperties field={field} isBare={false} />
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
