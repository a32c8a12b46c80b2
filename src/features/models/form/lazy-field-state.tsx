import { lazy, Suspense } from 'react';
import { valueIn } from '../schema/body';
import type { Field } from '../schema/field';
import { useForm } from './form-context';

const FieldState = lazy(async () => ({ default: (await import('./field-state')).FieldState }));

interface LazyFieldStateProps {
  field: Field;
  /** The pointer or the focus has been here. Before that, only what is sent can be taken back. */
  isNear: boolean;
}

/** What a field can go over to, once there is a reason to ask. */
export function LazyFieldState({ field, isNear }: LazyFieldStateProps) {
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  return isSent || isNear ? (
    <Suspense>
      <FieldState field={field} />
    </Suspense>
  ) : null;
}
