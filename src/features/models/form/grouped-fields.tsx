import { useDeferredValue, useEffect, useMemo } from 'react';
import type { Field } from '../schema/field';
import { isWithin } from '../schema/path';
import { fieldGroups, type FieldGroup } from './field-groups';
import { PlainFields } from './field-list';
import { Collapsible } from './collapsible';
import { groupKey } from './fold-keys';
import { collapsibleSummary } from './collapsible-summary';
import { useForm, useFormParts } from './form-context';
import { shownFaults } from './shown-errors';

/** As many as a window shows; the others follow when these are painted. */
const FIRST_GROUPS = 2;

/** Fields under the headings of their groups. */
export function GroupedFields({ fields }: { fields: readonly Field[] }) {
  const all = useMemo(() => fieldGroups(fields), [fields]);
  const groups = useDeferredValue(all, all.slice(0, FIRST_GROUPS));
  return (
    <div className="flex flex-col gap-4">
      {groups.map((group) =>
        group.name === '' ? (
          <PlainFields key="" fields={group.fields} />
        ) : (
          <FoldedGroup key={group.name} name={group.name} fields={group.fields} />
        ),
      )}
    </div>
  );
}

/** Open until the person folds it away, and again when something in it is wrong. */
function FoldedGroup({ name, fields }: FieldGroup) {
  const { session } = useFormParts();
  const [first] = fields as readonly [Field, ...Field[]];
  const key = groupKey(first);
  const faults = useErrorsOf(fields);
  // What is wrong came up outside of any event of this page, and may not stay hidden; the person may fold it again.
  useEffect(() => {
    if (faults !== '') session.fold(key, true);
  }, [session, key, faults]);
  return (
    <Collapsible foldKey={key} title={name} summary={collapsibleSummary(fields)} isOpenAtFirst>
      <PlainFields fields={fields} />
    </Collapsible>
  );
}

/** What is said to be wrong in these fields, as one text that changes with it. */
function useErrorsOf(members: readonly Field[]): string {
  const parent = members[0]?.path.slice(0, -1) ?? [];
  const names = useMemo(() => new Set(members.map(({ name }) => name)), [members]);
  return useForm((state) =>
    shownFaults(state)
      .filter(({ path }) => isWithin(path, parent) && names.has(String(path[parent.length])))
      .map(({ path, rule }) => `${path.join('/')} ${rule}`)
      .join(),
  );
}
