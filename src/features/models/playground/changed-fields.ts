import { parseJson, type JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { jsonDifferences } from '@/shared/compare/json-diff';
import { pathText } from '@/shared/json-tree/json-path';
import { seedsLast, shortText, type RunChange } from '@/shared/result/run-change';

/** A longer text is a file, as far as a caption goes. */
const MAX_TEXT_CHARS = 2000;

/** Returns the values that differ between two bodies, seeds last; `null` if one is not JSON. */
export function changedFields(before: string, after: string): readonly RunChange[] | null {
  try {
    const differences = jsonDifferences([parseJson(before), parseJson(after)]);
    return seedsLast(differences.map(({ path, values }) => ({ name: pathText(path), text: newText(values[1]) })));
  } catch {
    return null;
  }
}

function newText(value: JsonValue | undefined): string {
  if (value === undefined) return t('removed');
  const isFile = typeof value === 'string' && (value.startsWith('data:') || value.length > MAX_TEXT_CHARS);
  return isFile ? t('another file') : shortText(value);
}
