import { valueIn } from '../../schema/body';
import type { Field } from '../../schema/field';
import { useForm } from '../state/form-context';
import { FieldState } from './field-state';

interface LazyFieldStateProps {
  field: Field;
  /** Whether the pointer or the focus has been on the field; until then, the menu is only rendered for a sent value. */
  isNear: boolean;
}

/** Menu of state changes, rendered once the field has a value or the user has approached it. */
export function LazyFieldState({ field, isNear }: LazyFieldStateProps) {
  const isSent = useForm(({ body }) => valueIn(body.value, field.path) !== undefined);
  return isSent || isNear ? <FieldState field={field} /> : null;
}
