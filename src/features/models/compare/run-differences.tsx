import { formatCount } from '@/lib/format';
import { DifferenceTable, JsonText } from '@/shared/compare/difference-table';
import { pathText } from '@/shared/json-tree/json-path';
import { Skeleton } from '@/ui/skeleton';
import { MAX_DIFFERENCES, type JsonDifference } from './json-diff';

interface RunDifferencesProps {
  title: string;
  /** One column per run. */
  columns: readonly { id: string; label: string }[];
  /** `null` if there is nothing to compare. */
  found: readonly JsonDifference[] | null | undefined;
  isPending: boolean;
  /** Text to show if nothing can be compared. */
  none: string;
}

/** Differences between the JSON documents of several runs. */
export function RunDifferences({ title, columns, found, isPending, none }: RunDifferencesProps) {
  return (
    <section aria-label={title} className="shrink-0 px-4 pt-4 pb-2">
      <h3 className="font-semibold">
        {title}
        {found ? <span className="ml-2 font-normal text-muted">{countText(found.length)}</span> : null}
      </h3>
      {isPending ? <Skeleton className="mt-2 h-16" /> : null}
      {found === null ? <p className="mt-1 text-muted">{none}</p> : null}
      {found && found.length > 0 ? (
        <DifferenceTable
          place="Path"
          columns={columns}
          hasHead={columns.length > 2}
          rows={found.map(({ path, values }) => ({
            key: pathText(path),
            name: pathText(path) || 'root',
            values: values.map((value, at) => <JsonText key={columns[at]?.id} value={value} />),
          }))}
        />
      ) : null}
    </section>
  );
}

function countText(count: number): string {
  if (count === 0) return 'the same';
  return `${formatCount(count, 'difference')}${count === MAX_DIFFERENCES ? ' or more' : ''}`;
}
