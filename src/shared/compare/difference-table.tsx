import type { ReactNode } from 'react';
import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { formatBytes } from '@/lib/format';

const MAX_VALUE_CHARS = 240;
/** Longer values, most likely images in base64, are truncated. */
const START_CHARS = 80;

export interface DifferenceRow {
  key: string;
  /** Location of the difference. */
  name: ReactNode;
  /** Cell contents, in the order of the columns. */
  values: readonly ReactNode[];
}

interface DifferenceTableProps {
  /** Header of the first column. */
  place: string;
  /** Compared documents, in order. */
  columns: readonly { id: string; label: string }[];
  /** `false` if the content above the table makes the header redundant. */
  hasHead: boolean;
  rows: readonly DifferenceRow[];
}

/** Table of the differences between documents, one path per row; on a phone the path is above its values. */
export function DifferenceTable({ place, columns, hasHead, rows }: DifferenceTableProps) {
  const grid = columns.length > 2 ? 'max-sm:grid-cols-2' : GRIDS[columns.length];
  return (
    <table className="mt-2 w-full table-fixed text-left font-mono text-sm">
      <thead className={hasHead ? 'font-sans text-muted max-sm:sr-only' : 'sr-only'}>
        <tr>
          <th scope="col" className="w-1/4 py-1.5 pr-3 font-normal">
            {place}
          </th>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col" className="truncate py-1.5 pr-3 font-normal" title={label}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key} className={`border-t border-line align-top max-sm:grid ${grid}`}>
            <th
              scope="row"
              className="w-1/4 py-1.5 pr-3 font-normal wrap-anywhere text-muted max-sm:col-span-full max-sm:w-auto"
            >
              {name}
            </th>
            {values.map((value, at) => (
              <td key={columns[at]?.id} className="py-1.5 pr-3 wrap-anywhere">
                {value}
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
  if (value === undefined) return <span className="text-faint">missing</span>;
  const text = stringifyJson(value);
  if (text.length <= MAX_VALUE_CHARS) return text;
  return (
    <>
      {text.slice(0, START_CHARS)}… <span className="text-faint">{formatBytes(text.length)} in all</span>
    </>
  );
}
