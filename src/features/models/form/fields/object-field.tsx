import { useId } from 'react';
import { pathKey, type ObjectField as ObjectFieldModel } from '../../schema/field';
import { useForm, type FieldViewProps } from '../state/form-context';
import { valueIn } from '../../schema/body';
import { FieldDescription } from '../frame/field-description';
import { FieldMarks } from '../frame/field-marks';
import { Collapsible } from '../frame/collapsible';
import { collapsibleSummary } from '../frame/collapsible-summary';
import { FieldState } from '../frame/field-state';
import { useErrors } from '../errors/field-errors';
import { ObjectProperties } from './object-members';

/** The body, items and branches are always expanded; a property that is an object is collapsible. */
export function ObjectField({ field, isBare }: FieldViewProps<ObjectFieldModel>) {
  if (isBare || field.path.length === 0) return <ObjectProperties field={field} isBare={isBare === true} />;
  return <NestedObject field={field} />;
}

/** Optional objects are collapsed until one of their properties is sent. */
function NestedObject({ field }: { field: ObjectFieldModel }) {
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
        <FieldState field={field} isNear />
      </div>
      {error ? (
        <p id={`${id}-error`} className="pt-1 text-sm text-bad">
          {error}
        </p>
      ) : null}
    </div>
  );
}
