import type { JsonValue } from '@contract/json/lossless';
import { t } from '@/lib/i18n/messages';
import { valueText } from '@/shared/fields/typed-text';

/** A value of a run that differs from that of the run before it. */
export interface RunChange {
  name: string;
  /** The new value. */
  text: string;
}

const SEED = /seed$/i;

/** Puts seeds last: they usually change with every run. */
export function seedsLast(changes: readonly RunChange[]): readonly RunChange[] {
  return changes.toSorted((left, right) => Number(SEED.test(left.name)) - Number(SEED.test(right.name)));
}

/** The value in one line. */
export function shortText(value: JsonValue): string {
  const text = valueText(value).replace(/\s+/g, ' ').trim();
  return text === '' ? t('empty') : text;
}

/** `steps 30, seed 7`, `same inputs` */
export function changesText(changes: readonly RunChange[]): string {
  return changes.length === 0 ? t('same inputs') : changes.map(({ name, text }) => `${name} ${text}`).join(', ');
}
