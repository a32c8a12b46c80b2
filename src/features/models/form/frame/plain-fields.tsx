import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { toGridFields, type GridField } from '@/shared/fields/grid-fields';
import type { Field } from '../../schema/field';
import { useFormParts } from '../state/form-context';

const BLOCK_SIZE = 24;
/** About as many as fit into a window; the others render after these are painted. */
const FIRST_BLOCKS = 1;
const MORE_BLOCKS = 24;

/** Vertical list of fields, with short ones side by side. Only fields near the viewport are laid out. */
export function PlainFields({ fields }: { fields: readonly Field[] }) {
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
