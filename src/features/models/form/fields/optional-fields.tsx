import type { ReactNode } from 'react';
import { member } from '@contract/json/json-values';
import { formatCount } from '@/lib/format';
import { valueIn } from '../../schema/body';
import type { Field, ObjectField } from '../../schema/field';
import { FieldList } from '../frame/field-list';
import { Collapsible } from '../frame/collapsible';
import { moreKey } from '../frame/fold-keys';
import { collapsibleSummary } from '../frame/collapsible-summary';
import { useForm } from '../state/form-context';

interface OptionalFieldsProps {
  owner: ObjectField;
  fields: readonly Field[];
  children: ReactNode;
}

/** Rarely used fields, collapsed. */
export function OptionalFields({ owner, fields, children }: OptionalFieldsProps) {
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
