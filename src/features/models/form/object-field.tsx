import { lazy, Suspense, useId, useMemo, type ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { formatCount } from '@/lib/format';
import { valueIn } from '../schema/body';
import type { Field, ObjectField as ObjectFieldModel } from '../schema/field';
import { member } from '../schema/json-values';
import { pathKey } from '../schema/path';
import { FieldDescription } from './field-description';
import { FieldList } from './field-list';
import { FieldMarks } from './field-marks';
import { FieldState } from './field-state';
import { Fold } from './fold';
import { foldSummary } from './fold-summary';
import { moreKey } from './fold-keys';
import { useForm, type FieldViewProps } from './form-context';
import type { FormState } from './form-state';
import { extraNames, objectParts, settledConstants } from './object-parts';
import { useFaults } from './use-faults';

const AlternativeFields = lazy(async () => ({ default: (await import('./alternative-fields')).AlternativeFields }));
const ExtraMembers = lazy(async () => ({ default: (await import('./extra-members')).ExtraMembers }));
const AddExtraMember = lazy(async () => ({ default: (await import('./extra-members')).AddExtraMember }));

export function ObjectField({ field, isBare }: FieldViewProps<ObjectFieldModel>) {
  if (isBare || field.path.length === 0) return <ObjectMembers field={field} isBare={isBare === true} />;
  return <NestedObject field={field} />;
}

/** Optional objects stay folded until something in them is sent. */
function NestedObject({ field }: { field: ObjectFieldModel }) {
  const id = useId();
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  const error = useFaults(field.path);
  const summary = foldSummary(field.fields());
  return (
    <div
      role="group"
      aria-label={field.title}
      aria-describedby={error ? `${id}-error` : undefined}
      className="group/field relative rounded-lg border border-line px-3 py-1.5"
    >
      <Fold
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
      </Fold>
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

interface ObjectMembersProps {
  field: ObjectFieldModel;
  /** An item or a branch: members that nobody described are added as JSON there. */
  isBare: boolean;
}

/** What stands in an object: members, sets to choose from, what is optional, and what nobody described. */
function ObjectMembers({ field, isBare }: ObjectMembersProps) {
  const settled = useForm(
    useShallow(({ body }: FormState) => settledConstants(field, valueIn(body.value, field.path))),
  );
  const { main, more, alternatives } = useMemo(() => objectParts(field, settled), [field, settled]);
  const add =
    field.extra && !isBare ? (
      <Suspense>
        <AddExtraMember field={field} />
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
          <ExtraMembers field={field} />
        </Suspense>
      ) : null}
      {isFolded ? (
        <MoreMembers owner={field} fields={more}>
          {add}
        </MoreMembers>
      ) : (
        <>
          {more.length > 0 ? <FieldList fields={more} /> : null}
          {add}
        </>
      )}
    </div>
  );
}

interface MoreMembersProps {
  owner: ObjectFieldModel;
  fields: readonly Field[];
  children: ReactNode;
}

function MoreMembers({ owner, fields, children }: MoreMembersProps) {
  const sent = useForm(({ body }) => {
    const value = valueIn(body.value, owner.path);
    return fields.filter(({ name }) => member(value, name) !== undefined).length;
  });
  const count = formatCount(fields.length, 'input');
  return (
    <div className="border-t border-line pt-2">
      <Fold
        foldKey={moreKey(owner.path)}
        title="More"
        summary={`${sent > 0 ? `${sent} of ${count} sent` : count}: ${foldSummary(fields)}`}
        isOpenAtFirst={false}
      >
        <div className="flex flex-col gap-4">
          <FieldList fields={fields} />
          {children}
        </div>
      </Fold>
    </div>
  );
}
