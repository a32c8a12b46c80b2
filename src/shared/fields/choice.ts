import { isSameJson } from '@contract/json/json-values';
import type { JsonValue } from '@contract/json/lossless';
import { valueText } from './typed-text';

/** One of the values that a field accepts. */
export interface Choice {
  readonly value: JsonValue;
  readonly label: string;
  readonly description: string;
}

export function choiceLabel(choice: Choice | undefined): string {
  return choice?.label || (choice ? valueText(choice.value) : '') || '(empty)';
}

/** Returns the index of a value among choices, or -1. Distinguishes 1 from "1". */
export function choiceIndex(choices: readonly Choice[], value: JsonValue | undefined): number {
  return value === undefined ? -1 : choices.findIndex((choice) => isSameJson(choice.value, value));
}
