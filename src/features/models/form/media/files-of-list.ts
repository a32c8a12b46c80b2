import { isSameJson } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import type { ArrayField } from '../../schema/field';

/** Returns the number of files that still fit into a list. Empty rows count as free. */
export function freeSlots({ maxItems }: ArrayField, items: readonly JsonValue[]): number {
  return maxItems === null ? Infinity : Math.max(0, maxItems - items.filter((item) => item !== '').length);
}

/** The list with one more file: in the first empty row, otherwise at the end. `null` if the list already contains it. */
export function withFile({ unique }: ArrayField, items: readonly JsonValue[], value: string): JsonValue[] | null {
  if (unique && items.some((item) => isSameJson(item, value))) return null;
  const empty = items.indexOf('');
  return empty < 0 ? [...items, value] : items.with(empty, value);
}

/** Formats how many files were omitted, and why. @param problems error messages of single files */
export function omittedText({ maxItems }: ArrayField, skipped: number, problems: readonly string[]): string {
  const tooMany =
    skipped > 0
      ? t('{count, plural, one {# file was} other {# files were}} left out: at most {limit} are allowed.', {
          count: skipped,
          limit: maxItems ?? '',
        })
      : '';
  return [tooMany, ...problems].filter(Boolean).join(' ');
}
