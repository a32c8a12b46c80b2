import type { ReactNode } from 'react';
import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import { CopyValue } from '@/shared/generation-inputs/copy-value';
import { Skeleton } from '@/ui/skeleton';

const MAX_VALUE_CHARS = 240;
/** Longer values, most likely images in base64, are truncated. */
const START_CHARS = 80;

export interface DifferenceRow {
  key: string;
  /** Location of the difference. */
  name: ReactNode;
  /** The same as text, for what is copied. */
  label: string;
  /** In the order of the columns; `copied` is `null` for what is not a value. */
  values: readonly { shown: ReactNode; copied: string | null }[];
}

interface DifferencesProps {
  title: string;
  /** Header of the first column. */
  place: string;
  /** Compared documents, in order, by their letters. */
  columns: readonly { id: string; letter: string; label: string }[];
  /** `undefined` while loading, `null` if they cannot be compared. */
  rows: readonly DifferenceRow[] | null | undefined;
  /** What differs. */
  noun: 'input' | 'difference';
  /** If that many are found, there may be more. */
  most: number;
  /** Shown if there are none. */
  same: string;
  /** Why they cannot be compared. */
  problem: string | null;
  action?: ReactNode;
}

/** The differences between documents: a table of one path per row; on a phone the path is above its values. */
export function Differences(props: DifferencesProps) {
  const { title, place, columns, rows, noun, most, same, problem, action } = props;
  const count = rows?.length ?? 0;
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          {title}
          {rows ? (
            <span className="ml-2 font-normal text-muted">
              {count === 0 ? same : countText(noun, count, count === most)}
            </span>
          ) : null}
        </h3>
        {action}
      </div>
      {rows === undefined ? <Skeleton className="mt-2 h-16" /> : null}
      {rows === null ? <p className="mt-1 text-muted">{problem}</p> : null}
      {rows && count > 0 ? <Table place={place} columns={columns} rows={rows} /> : null}
    </section>
  );
}

interface TableProps extends Pick<DifferencesProps, 'place' | 'columns'> {
  rows: readonly DifferenceRow[];
}

function countText(noun: DifferencesProps['noun'], count: number, hasMore: boolean): string {
  if (noun === 'input') {
    return hasMore
      ? t('{count, plural, one {# input} other {# inputs}} or more', { count })
      : t('{count, plural, one {# input} other {# inputs}}', { count });
  }
  return hasMore
    ? t('{count, plural, one {# difference} other {# differences}} or more', { count })
    : t('{count, plural, one {# difference} other {# differences}}', { count });
}

function Table({ place, columns, rows }: TableProps) {
  const grid = columns.length > 2 ? 'max-sm:grid-cols-2' : GRIDS[columns.length];
  return (
    <table className="mt-2 w-full table-fixed text-left font-mono text-sm">
      <thead className="font-sans text-muted max-sm:sr-only">
        <tr>
          <th scope="col" className="w-1/4 py-1.5 pr-3 font-normal">
            {place}
          </th>
          {columns.map(({ id, letter, label }) => (
            <th key={id} scope="col" className="truncate py-1.5 pr-3 font-normal" title={label}>
              {letter} · {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, label, values }) => (
          <tr key={key} className={`border-t border-line align-top max-sm:grid ${grid}`}>
            <th
              scope="row"
              className="w-1/4 py-1.5 pr-3 font-normal wrap-anywhere text-muted max-sm:col-span-full max-sm:w-auto"
            >
              {name}
            </th>
            {values.map(({ shown, copied }, at) => (
              <td key={columns[at]?.id} className="py-1.5 pr-3 wrap-anywhere">
                <span className="group flex items-start gap-2">
                  <span className="min-w-0 flex-1">
                    <span className="mr-2 font-sans text-faint sm:sr-only">{columns[at]?.letter}</span>
                    {shown}
                  </span>
                  {copied === null ? null : (
                    <CopyValue
                      text={copied}
                      name={t('{label} of {letter}', { label, letter: columns[at]?.letter ?? '' })}
                      isQuiet
                    />
                  )}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const GRIDS: readonly string[] = ['', 'max-sm:grid-cols-1', 'max-sm:grid-cols-2'];

/** Renders a value as written, truncated if long. */
export function JsonText({ value }: { value: JsonValue | undefined }) {
  if (value === undefined) return <span className="text-faint">{t('missing')}</span>;
  const text = stringifyJson(value);
  if (text.length <= MAX_VALUE_CHARS) return text;
  return (
    <>
      {text.slice(0, START_CHARS)}…{' '}
      <span className="text-faint">{t('{size} in all', { size: formatBytes(text.length) })}</span>
    </>
  );
}
