import { lazy, Suspense, useMemo } from 'react';
import { valueIn } from '../schema/body';
import type { ObjectField } from '../schema/field';
import { FieldList } from './field-list';
import { useForm } from './form-context';
import { extraNames, objectParts, settledConstants } from './object-parts';

const AlternativeFields = lazy(async () => ({ default: (await import('./alternative-fields')).AlternativeFields }));
const AdditionalProperties = lazy(async () => ({
  default: (await import('./additional-properties')).AdditionalProperties,
}));
const AddProperty = lazy(async () => ({ default: (await import('./additional-properties')).AddProperty }));
const OptionalFields = lazy(async () => ({ default: (await import('./optional-fields')).OptionalFields }));

interface ObjectMembersProps {
  field: ObjectField;
  /** An item or a branch: members that nobody described are added as JSON there. */
  isBare: boolean;
}

/** What stands in an object: members, sets to choose from, what is optional, and what nobody described. */
export function ObjectMembers({ field, isBare }: ObjectMembersProps) {
  // Names and not fields, which the store compares by themselves.
  const settled = useForm(({ body }) => settledConstants(field, valueIn(body.value, field.path)));
  const { main, more, alternatives } = useMemo(() => objectParts(field, settled), [field, settled]);
  const add =
    field.extra && !isBare ? (
      <Suspense>
        <AddProperty field={field} />
      </Suspense>
    ) : null;
  const hasExtra = useForm(({ body }) => extraNames(field, valueIn(body.value, field.path)).length > 0);
  // Where there is nothing else to see, a fold would only be in the way.
  const isFolded = more.length > 0 && main.length + alternatives.length > 0;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {main.length > 0 ? <FieldList fields={main} /> : null}
      <Suspense>
        {alternatives.map((parts) => (
          <AlternativeFields key={parts.fields[0]?.name} owner={field} parts={parts} />
        ))}
      </Suspense>
      {hasExtra ? (
        <Suspense>
          <AdditionalProperties field={field} />
        </Suspense>
      ) : null}
      {isFolded ? (
        <Suspense fallback={<div className="h-10.5 border-t border-line" />}>
          <OptionalFields owner={field} fields={more}>
            {add}
          </OptionalFields>
        </Suspense>
      ) : (
        <>
          {more.length > 0 ? <FieldList fields={more} /> : null}
          {add}
        </>
      )}
    </div>
  );
}
