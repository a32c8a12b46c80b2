import { rangeNote, withoutTypeBounds } from '@/shared/fields/number-range';
import { rangeOf, type FormField } from '../../draft/form-model';

/** Returns the bounds of a number input as `1 – 100`; empty for other inputs, and without bounds. */
export function limitsNoteOf(field: FormField): string {
  const isNumber = field.kind === 'int' || field.kind === 'float' || field.kind === 'seed';
  return isNumber ? rangeNote(withoutTypeBounds(rangeOf(field))) : '';
}
