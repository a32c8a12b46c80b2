import { Fragment, lazy, memo, startTransition, Suspense, useEffect, useMemo, useState } from 'react';
import { classNames } from '@/lib/class-names';
import type { Field } from '../schema/field';
import { fieldRows, withoutFolded, type FieldRow } from './field-rows';
import { groupKey } from './fold-keys';
import { useForm, useFormParts } from './form-context';

const GroupHeading = lazy(async () => ({ default: (await import('./group-heading')).GroupHeading }));

const BLOCK_ROWS = 24;
/** About what a window shows; the others follow when these are painted. */
const FIRST_BLOCKS = 1;
const MORE_BLOCKS = 24;

/** Fields below each other, short ones side by side. Only what is near the window is laid out. */
export function FieldList({ fields }: { fields: readonly Field[] }) {
  const all = useMemo(() => fieldRows(fields), [fields]);
  const firsts = useMemo(() => all.flatMap(({ field, heading }) => (heading === null ? [] : field)), [all]);
  const folded = useForm(({ folds }) =>
    JSON.stringify(firsts.flatMap((first) => (folds[groupKey(first)] === false ? first.group : []))),
  );
  const rows = useMemo(() => withoutFolded(all, JSON.parse(folded) as string[]), [all, folded]);
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
        <FieldBlock key={start} rows={rows} fields={fields} start={start} />
      ))}
    </div>
  );
}

interface FieldBlockProps {
  rows: readonly FieldRow[];
  /** All of the list, folded away or not. */
  fields: readonly Field[];
  start: number;
}

const FieldBlock = memo(function FieldBlock({ rows, fields, start }: FieldBlockProps) {
  const { FieldView } = useFormParts();
  return (
    <div
      className={classNames(
        'grid grid-cols-[repeat(auto-fill,minmax(max(200px,50%-6px),1fr))] gap-x-3 gap-y-4',
        // What is skipped clips what it holds: room for the outline of the focus.
        rows.length > BLOCK_ROWS && '-m-1 p-1 [contain-intrinsic-size:auto_1100px] [content-visibility:auto]',
      )}
    >
      {rows.slice(start, start + BLOCK_ROWS).map(({ field, heading, isWide, isFolded }) => (
        <Fragment key={field.name}>
          {heading === null ? null : (
            <div className="col-span-full">
              <Suspense fallback={<h3 className="min-h-8 pt-1.5 pl-5 font-semibold">{heading}</h3>}>
                <GroupHeading first={field} fields={fields} />
              </Suspense>
            </div>
          )}
          {isFolded ? null : (
            <div className={classNames('min-w-0', isWide && 'col-span-full')}>
              <FieldView field={field} />
            </div>
          )}
        </Fragment>
      ))}
    </div>
  );
});
