import { useState, type ReactNode } from 'react';
import { stringifyJson, type JsonValue } from '@contract/json/lossless';
import { formatBytes } from '@/lib/format';
import { t } from '@/lib/i18n/messages';
import {
  ValueActions,
  ValueOffersContext,
  type OfferForValues,
  type ShownValue,
} from '@/shared/generation-inputs/value-actions';
import { Button } from '@/ui/button';
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
  /** In the order of the columns; a single one is that of all of them. */
  values: readonly ComparedValue[];
}

interface ComparedValue {
  shown: ReactNode;
  /** `null` for what is not a value. */
  copied: string | null;
  /** The input that has it, if that can be reused or searched for. */
  input?: ShownValue | undefined;
}

export interface ComparedColumn {
  id: string;
  letter: string;
  label: string;
  /** What can be done with its values. */
  offers?: readonly OfferForValues[];
}

interface DifferencesProps {
  title: string;
  /** Header of the first column. */
  place: string;
  /** Compared documents, in order, by their letters. */
  columns: readonly ComparedColumn[];
  /** `undefined` while loading, `null` if they cannot be compared. */
  rows: readonly DifferenceRow[] | null | undefined;
  /** If that many are found, there may be more. */
  most: number;
  /** What is the same in all of them, below what differs. */
  same?: readonly DifferenceRow[] | undefined;
  /** How many of these show at first. */
  firstSame?: number;
  /** Why they cannot be compared. */
  problem: string | null;
  action?: ReactNode;
}

/** What differs between documents, then what does not: a table of one path per row; on a phone the path is above its values. */
export function Differences(props: DifferencesProps) {
  const { title, place, columns, rows, most, same = [], firstSame = 0, problem, action } = props;
  const count = rows?.length ?? 0;
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">
          {title}
          {rows ? (
            <span className="ml-2 font-normal text-muted">
              {count === 0 ? t('the same') : countText(count, count === most)}
            </span>
          ) : null}
        </h3>
        {action}
      </div>
      {rows === undefined ? <Skeleton className="mt-2 h-16" /> : null}
      {rows === null ? <p className="mt-1 text-muted">{problem}</p> : null}
      {rows && count + same.length > 0 ? (
        <Table place={place} columns={columns} rows={rows} same={same} firstSame={firstSame} />
      ) : null}
    </section>
  );
}

function countText(count: number, hasMore: boolean): string {
  return hasMore
    ? t('{count, plural, one {# difference} other {# differences}} or more', { count })
    : t('{count, plural, one {# difference} other {# differences}}', { count });
}

interface TableProps extends Pick<DifferencesProps, 'place' | 'columns'> {
  rows: readonly DifferenceRow[];
  same: readonly DifferenceRow[];
  firstSame: number;
}

function Table({ place, columns, rows, same, firstSame }: TableProps) {
  const [isWhole, setWhole] = useState(false);
  const shownSame = isWhole ? same : same.slice(0, firstSame);
  const grid = columns.length > 2 ? 'max-sm:grid-cols-2' : GRIDS[columns.length];
  return (
    <>
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
          {rows.map((row) => (
            <Row key={row.key} row={row} columns={columns} grid={grid} />
          ))}
        </tbody>
        {shownSame.length > 0 ? (
          <tbody>
            <tr className="border-t border-line max-sm:block">
              <th
                scope="rowgroup"
                colSpan={columns.length + 1}
                className="pt-3 pb-1.5 font-sans font-normal text-muted max-sm:block"
              >
                {t('The same in all')}
              </th>
            </tr>
            {shownSame.map((row) => (
              <Row key={row.key} row={row} columns={columns} grid={grid} />
            ))}
          </tbody>
        ) : null}
      </table>
      {shownSame.length < same.length ? (
        <Button size="sm" tone="ghost" className="mt-1 -ml-2" onClick={() => setWhole(true)}>
          {t('{count, plural, one {Show # equal value} other {Show # equal values}}', {
            count: same.length - shownSame.length,
          })}
        </Button>
      ) : null}
    </>
  );
}

interface RowProps extends Pick<DifferencesProps, 'columns'> {
  row: DifferenceRow;
  grid: string | undefined;
}

function Row({ row: { name, label, values }, columns, grid }: RowProps) {
  const isShared = values.length === 1;
  return (
    <tr className={`border-t border-line align-top max-sm:grid ${grid}`}>
      <th
        scope="row"
        className="w-1/4 py-1.5 pr-3 font-normal wrap-anywhere text-muted max-sm:col-span-full max-sm:w-auto"
      >
        {name}
      </th>
      {values.map(({ shown, copied, input }, at) => (
        <td
          key={columns[at]?.id}
          colSpan={isShared ? columns.length : undefined}
          className={`py-1.5 pr-3 wrap-anywhere ${isShared ? 'max-sm:col-span-full' : ''}`}
        >
          <span className="group flex items-start gap-2">
            <span className="min-w-0 flex-1">
              {isShared ? null : <span className="mr-2 font-sans text-faint sm:sr-only">{columns[at]?.letter}</span>}
              {shown}
            </span>
            {copied === null ? null : (
              <ValueOffersContext value={(input && columns[at]?.offers) ?? NO_OFFERS}>
                <ValueActions
                  text={copied}
                  name={label}
                  label={isShared ? label : t('{label} of {letter}', { label, letter: columns[at]?.letter ?? '' })}
                  values={() => (input ? [input] : [])}
                  isQuiet
                />
              </ValueOffersContext>
            )}
          </span>
        </td>
      ))}
    </tr>
  );
}

const NO_OFFERS: readonly OfferForValues[] = [];

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
