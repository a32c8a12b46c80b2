import { useDeferredValue, useEffect, useMemo } from 'react';
import { isWithin, type Field } from '../../schema/field';
import { PlainFields } from './plain-fields';
import { Collapsible } from './collapsible';
import { groupKey } from './fold-keys';
import { collapsibleSummary } from './collapsible-summary';
import { useForm, useFormParts } from '../state/form-context';
import { shownErrors } from '../errors/error-table';

/** As many as fit into a window; the others render after these are painted. */
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

/** Open until the user collapses it; opens again if it contains an error. */
function FoldedGroup({ name, fields }: FieldGroup) {
  const { session } = useFormParts();
  // A group is created from its first field.
  const [first] = fields as readonly [Field, ...Field[]];
  const key = groupKey(first);
  const errors = useErrorsOf(fields);
  // Opens the group when errors arrive asynchronously, so that they are visible; the user may close it again.
  useEffect(() => {
    if (errors !== '') session.fold(key, true);
  }, [session, key, errors]);
  return (
    <Collapsible foldKey={key} title={name} summary={collapsibleSummary(fields)} isInitiallyOpen>
      <PlainFields fields={fields} />
    </Collapsible>
  );
}

/** Returns the errors of these fields as one text, which changes with them. */
function useErrorsOf(properties: readonly Field[]): string {
  const parent = properties[0]?.path.slice(0, -1) ?? [];
  const names = useMemo(() => new Set(properties.map(({ name }) => name)), [properties]);
  return useForm((state) =>
    shownErrors(state)
      .filter(({ path }) => isWithin(path, parent) && names.has(String(path[parent.length])))
      .map(({ path, rule }) => `${path.join('/')} ${rule}`)
      .join(),
  );
}

interface FieldGroup {
  /** Empty for fields without a group. */
  name: string;
  fields: readonly Field[];
}

/** Groups fields by their headings in the document, in document order. */
export function fieldGroups(fields: readonly Field[]): readonly FieldGroup[] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    const known = groups.get(field.group);
    if (known) known.push(field);
    else groups.set(field.group, [field]);
  }
  return [...groups].map(([name, properties]) => ({ name, fields: properties }));
}
