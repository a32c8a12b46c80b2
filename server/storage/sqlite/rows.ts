// Typed access to the columns of a row, according to their table. A value of another type is a bug in a statement or a migration.
// It is reported where it is read, instead of being passed on with a wrong type.
import { knownBucket, type ReadBucket } from '@contract/router/errors';
import type { Row, SqlValue } from './sqlite-database';

/** Also throws if there is no row: a count, for example, always returns one. */
export function textOf(row: Row | undefined, column: string): string {
  const value = row?.[column];
  return typeof value === 'string' ? value : mismatch(column, 'text', value);
}

export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column);
}

export function numberOf(row: Row | undefined, column: string): number {
  const value = row?.[column];
  return typeof value === 'number' ? value : mismatch(column, 'a number', value);
}

export function numberOrNull(row: Row | undefined, column: string): number | null {
  return row?.[column] === null ? null : numberOf(row, column);
}

/** Reads one of the strings that the column is limited to. */
export function wordOf<T extends string>(row: Row, column: string, words: readonly T[]): T {
  const value = row[column];
  return words.find((word) => word === value) ?? mismatch(column, 'a known word', value);
}

/** Reads an unknown bucket in the same way as from its source: `knownBucket`. */
export function bucketOrNull(row: Row, column: string): ReadBucket | null {
  const text = textOrNull(row, column);
  return text === null ? null : knownBucket(text);
}

/** Reads a `T` that `JSON.stringify` has written: only the store writes the file, and each column has one writer. */
export function jsonOf<T>(row: Row | undefined, column: string): T {
  return JSON.parse(textOf(row, column)) as T;
}

export function jsonOrNull<T>(row: Row, column: string): T | null {
  return row[column] === null ? null : jsonOf(row, column);
}

function mismatch(column: string, wanted: string, value: SqlValue | undefined): never {
  throw new TypeError(`The column ${column} holds ${value === undefined ? 'nothing' : typeof value}, not ${wanted}`);
}
