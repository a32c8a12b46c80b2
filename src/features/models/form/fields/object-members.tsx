import { useMemo, type ReactNode } from 'react';
import { member } from '@contract/json/json-values';
import { formatCount } from '@/lib/format';
import { valueIn } from '../../schema/body';
import type { Field, ObjectField } from '../../schema/field';
import { FieldList } from '../frame/field-list';
import { useForm } from '../state/form-context';
import { Collapsible } from '../frame/collapsible';
import { moreKey } from '../frame/fold-keys';
import { collapsibleSummary } from '../frame/collapsible-summary';
import { extraNames, objectParts, settledConstants } from './object-parts';
import { AlternativeFields } from './alternative-fields';
import { AdditionalProperties, AddProperty } from './additional-properties';

interface ObjectPropertiesProps {
  field: ObjectField;
  /** For items and branches, whose additional properties are added as JSON. */
  isBare: boolean;
}

/** Content of an object: properties, alternative sets, optional and additional properties. */
export function ObjectProperties({ field, isBare }: ObjectPropertiesProps) {
  // Selects names instead of fields, since the store compares by value.
  const settled = useForm(({ body }) => settledConstants(field, valueIn(body.value, field.path)));
  const { main, more, alternatives } = useMemo(() => objectParts(field, settled), [field, settled]);
  const add = field.extra && !isBare ? <AddProperty field={field} /> : null;
  const hasExtra = useForm(({ body }) => extraNames(field, valueIn(body.value, field.path)).length > 0);
  // Without other content, a collapsible is unnecessary.
  const isFolded = more.length > 0 && main.length + alternatives.length > 0;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {main.length > 0 ? <FieldList fields={main} /> : null}
      {alternatives.map((parts) => (
        <AlternativeFields key={parts.fields[0]?.name} owner={field} parts={parts} />
      ))}
      {hasExtra ? <AdditionalProperties field={field} /> : null}
      {isFolded ? (
        <OptionalFields owner={field} fields={more}>
          {add}
        </OptionalFields>
      ) : (
        <>
          {more.length > 0 ? <FieldList fields={more} /> : null}
          {add}
        </>
      )}
    </div>
  );
}

interface OptionalFieldsProps {
  owner: ObjectField;
  fields: readonly Field[];
  children: ReactNode;
}

/** Rarely used fields, collapsed. */
function OptionalFields({ owner, fields, children }: OptionalFieldsProps) {
  const sent = useForm(({ body }) => {
    const value = valueIn(body.value, owner.path);
    return fields.filter(({ name }) => member(value, name) !== undefined).length;
  });
  const count = formatCount(fields.length, 'input');
  return (
    <div className="border-t border-line pt-2">
      <Collapsible
        foldKey={moreKey(owner.path)}
        title="More"
        summary={`${sent > 0 ? `${sent} of ${count} sent` : count}: ${collapsibleSummary(fields)}`}
        isInitiallyOpen={false}
      >
        <div className="flex flex-col gap-4">
          <FieldList fields={fields} />
          {children}
        </div>
      </Collapsible>
    </div>
  );
}
