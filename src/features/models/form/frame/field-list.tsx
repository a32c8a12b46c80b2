import { memo, startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { toGridFields, type GridField } from '@/shared/fields/grid-fields';
import { isWithin, type Field } from '../../schema/field';
import { Collapsible, collapsibleSummary, groupKey } from './collapsible';
import { useForm, useFormParts } from '../state/form-context';
import { shownErrors } from '../state/error-table';

/** Vertical list of fields, with the headings from the document. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return fields.some(({ group }) => group !== '') ? <GroupedFields fields={fields} /> : <PlainFields fields={fields} />;
}

/** As many as fit into a window; the others render after these are painted. */
const FIRST_GROUPS = 2;

/** Fields under the headings of their groups. */
function GroupedFields({ fields }: { fields: readonly Field[] }) {
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

const BLOCK_SIZE = 24;
/** About as many as fit into a window; the others render after these are painted. */
const FIRST_BLOCKS = 1;
const MORE_BLOCKS = 24;

/** Vertical list of fields, with short ones side by side. Only fields near the viewport are laid out. */
function PlainFields({ fields }: { fields: readonly Field[] }) {
  const all = useMemo(() => toGridFields(fields, isShort), [fields]);
  const [count, setCount] = useState(FIRST_BLOCKS);
  const isWhole = count * BLOCK_SIZE >= all.length;
  // The rest renders in transitions, which yield to keys and clicks. Started after the first paint, since no event
  // triggers it.
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + MORE_BLOCKS)));
    return () => clearTimeout(timer);
  }, [count, isWhole]);
  const starts = Array.from(
    { length: Math.min(count, Math.ceil(all.length / BLOCK_SIZE)) },
    (_, block) => block * BLOCK_SIZE,
  );
  return (
    <div className="flex flex-col gap-4">
      {starts.map((start) => (
        <FieldBlock key={start} all={all} start={start} />
      ))}
    </div>
  );
}

const FieldBlock = memo(function FieldBlock({ all, start }: { all: readonly GridField<Field>[]; start: number }) {
  const { FieldView } = useFormParts();
  return (
    <div
      className={classNames(
        'grid grid-cols-[repeat(auto-fill,minmax(max(200px,50%-6px),1fr))] gap-x-3 gap-y-4',
        // `content-visibility` clips its content; the padding leaves room for the focus outline.
        all.length > BLOCK_SIZE && '-m-1 p-1 [contain-intrinsic-size:auto_1100px] [content-visibility:auto]',
      )}
    >
      {all.slice(start, start + BLOCK_SIZE).map(({ field, isWide }) => (
        <div key={field.name} className={classNames('min-w-0', isWide && 'col-span-full')}>
          <FieldView field={field} />
        </div>
      ))}
    </div>
  );
});

function isShort(field: Field): boolean {
  switch (field.kind) {
    case 'number':
      return field.specials.length === 0;
    case 'boolean':
    case 'enum':
    case 'const':
      return true;
    case 'text':
      return /^(?:date|time|color)$/.test(field.format);
    default:
      return false;
  }
}
