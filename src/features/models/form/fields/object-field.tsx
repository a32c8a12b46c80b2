import type { ObjectField as ObjectFieldModel } from '../../schema/field';
import type { FieldViewProps } from '../state/form-context';
import { ObjectProperties } from './object-members';
import { NestedObject } from './nested-object';

/** The body, items and branches are always expanded; a property that is an object is collapsible. */
export function ObjectField({ field, isBare }: FieldViewProps<ObjectFieldModel>) {
  if (isBare || field.path.length === 0) return <ObjectProperties field={field} isBare={isBare === true} />;
  return <NestedObject field={field} />;
}
