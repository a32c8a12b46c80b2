import { isSameJson } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { formatCount } from '@/lib/format';
import type { ArrayField } from '../schema/field';

/** How many files a list still takes. A row in which nothing is yet is room. */
export function roomFor({ maxItems }: ArrayField, items: readonly JsonValue[]): number {
  return maxItems === null ? Infinity : Math.max(0, maxItems - items.filter((item) => item !== '').length);
}

/** The list with one file more: in the first row in which nothing is yet, else at the end. Null where it is there already. */
export function withFile({ unique }: ArrayField, items: readonly JsonValue[], value: string): JsonValue[] | null {
  if (unique && items.some((item) => isSameJson(item, value))) return null;
  const empty = items.indexOf('');
  return empty < 0 ? [...items, value] : items.with(empty, value);
}

/** What was left out, and why. @param problems of single files, as sentences */
export function omittedText({ maxItems }: ArrayField, leftOut: number, problems: readonly string[]): string {
  const isAre = leftOut === 1 ? 'was' : 'were';
  const tooMany =
    leftOut > 0 ? `${formatCount(leftOut, 'file')} ${isAre} left out: at most ${maxItems} are allowed.` : '';
  return [tooMany, ...problems].filter(Boolean).join(' ');
}
