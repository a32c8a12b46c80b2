import { lazy, memo, startTransition, Suspense, useEffect, useMemo, useState } from 'react';
import { classNames } from '@/lib/class-names';
import { Skeleton } from '@/ui/skeleton';
import type { Field } from '../schema/field';
import { fieldRows, type FieldRow } from './field-rows';
import { useFormParts } from './form-context';

const GroupedFields = lazy(async () => ({ default: (await import('./grouped-fields')).GroupedFields }));

const BLOCK_ROWS = 24;
/** About what a window shows; the others follow when these are painted. */
const FIRST_BLOCKS = 1;
const MORE_BLOCKS = 24;

/** Fields below each other, under headings where the document's author put them into groups. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  return fields.some(({ group }) => group !== '') ? (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <GroupedFields fields={fields} />
    </Suspense>
  ) : (
    <PlainFields fields={fields} />
  );
}

/** Fields below each other, short ones side by side. Only what is near the window is laid out. */
export function PlainFields({ fields }: { fields: readonly Field[] }) {
  const rows = useMemo(() => fieldRows(fields), [fields]);
  const [count, setCount] = useState(FIRST_BLOCKS);
  const isWhole = count * BLOCK_ROWS >= rows.length;
  // The rest is drawn by transitions, which give way to keys and clicks: no event asks for it, the paint before does.
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => startTransition(() => setCount(count + MORE_BLOCKS)));
    return () => clearTimeout(timer);
  }, [count, isWhole]);
  const starts = Array.from(
    { length: Math.min(count, Math.ceil(rows.length / BLOCK_ROWS)) },
    (_, block) => block * BLOCK_ROWS,
  );
  return (
    <div className="flex flex-col gap-4">
      {starts.map((start) => (
        <FieldBlock key={start} rows={rows} start={start} />
      ))}
    </div>
  );
}

const FieldBlock = memo(function FieldBlock({ rows, start }: { rows: readonly FieldRow[]; start: number }) {
  const { FieldView } = useFormParts();
  return (
    <div
      className={classNames(
        'grid grid-cols-[repeat(auto-fill,minmax(max(200px,50%-6px),1fr))] gap-x-3 gap-y-4',
        // What is skipped clips what it holds: room for the outline of the focus.
        rows.length > BLOCK_ROWS && '-m-1 p-1 [contain-intrinsic-size:auto_1100px] [content-visibility:auto]',
      )}
    >
      {rows.slice(start, start + BLOCK_ROWS).map(({ field, isWide }) => (
        <div key={field.name} className={classNames('min-w-0', isWide && 'col-span-full')}>
          <FieldView field={field} />
        </div>
      ))}
    </div>
  );
});
