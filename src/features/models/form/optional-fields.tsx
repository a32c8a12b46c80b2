import type { ReactNode } from 'react';
import { member } from '@contract/json/json-values';
import { formatCount } from '@/lib/format';
import { valueIn } from '../schema/body';
import type { Field, ObjectField } from '../schema/field';
import { FieldList } from './field-list';
import { Collapsible } from './collapsible';
import { moreKey } from './fold-keys';
import { collapsibleSummary } from './collapsible-summary';
import { useForm } from './form-context';

interface OptionalFieldsProps {
  owner: ObjectField;
  fields: readonly Field[];
  children: ReactNode;
}

/** What few people set, folded away. */
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
        isOpenAtFirst={false}
      >
        <div className="flex flex-col gap-4">
          <FieldList fields={fields} />
          {children}
        </div>
      </Collapsible>
    </div>
  );
}
