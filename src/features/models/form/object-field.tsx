import { lazy, Suspense } from 'react';
import { Skeleton } from '@/ui/skeleton';
import type { ObjectField as ObjectFieldModel } from '../schema/field';
import type { FieldViewProps } from './form-context';
import { ObjectMembers } from './object-members';

const NestedObject = lazy(async () => ({ default: (await import('./nested-object')).NestedObject }));

/** The body itself, an item or a branch stands open; a member that is an object is a fold. */
export function ObjectField({ field, isBare }: FieldViewProps<ObjectFieldModel>) {
  if (isBare || field.path.length === 0) return <ObjectMembers field={field} isBare={isBare === true} />;
  return (
    <Suspense fallback={<Skeleton className="h-[46px]" />}>
      <NestedObject field={field} />
    </Suspense>
  );
}
