import type { Field } from '../../schema/field';
import { GroupedFields } from './grouped-fields';
import { PlainFields } from './plain-fields';

/** Vertical list of fields, with the headings from the document. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return fields.some(({ group }) => group !== '') ? <GroupedFields fields={fields} /> : <PlainFields fields={fields} />;
}
