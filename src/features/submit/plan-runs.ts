import { numberFromText, replaceValue, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { workflowText, type EditorState } from './editor-state';
import { fieldText, type FormField } from './form-model';
import { nextSeed } from './seed-control';

export interface RunPlan {
  /** One workflow per run, in the order in which they are to run. */
  texts: string[];
  /** Seeds as they stand after the last run, by field key; only those that move. */
  seedsAfter: ReadonlyMap<string, { before: JsonValue; after: JsonValue }>;
}

/** A value for one input in each run, such as one of several images. */
export interface ValueList {
  key: string;
  values: readonly JsonValue[];
}

/**
 * The workflows of one click: each run takes the seeds that the one before left, and with a list each of its values is
 * run `count` times.
 */
export function planRuns(state: EditorState, count: number, list: ValueList | null = null): RunPlan {
  const base = workflowText(state);
  const seeds = movingSeeds(state);
  const current = new Map(seeds.map(({ field, value }) => [field.key, value]));
  const listField = list === null ? undefined : state.form.fields.get(list.key);
  const texts: string[] = [];
  for (const value of list === null ? [undefined] : list.values) {
    for (let run = 0; run < count; run += 1) {
      let text = base;
      if (listField && value !== undefined) text = withValue(text, listField, value);
      for (const { field, mode } of seeds) {
        const seed = current.get(field.key) as JsonValue;
        // The first run has the seeds as they stand in the form.
        if (texts.length > 0) text = withValue(text, field, seed);
        current.set(field.key, numberFromText(nextSeed(fieldText(seed), mode, field.spec ?? {})));
      }
      texts.push(text);
    }
  }
  const seedsAfter = new Map(
    seeds.map(({ field, value }) => [field.key, { before: value, after: current.get(field.key) as JsonValue }]),
  );
  return { texts, seedsAfter };
}

/** Whether several runs of this draft would differ in nothing. */
export function hasMovingSeed(state: EditorState): boolean {
  return movingSeeds(state).length > 0;
}

function movingSeeds(state: EditorState) {
  return Object.entries(state.seedModes).flatMap(([key, mode]) => {
    const field = state.form.fields.get(key);
    const value = state.values[key];
    return field && value !== undefined && mode !== 'keep' ? [{ field, mode, value }] : [];
  });
}

function withValue(text: string, field: FormField, value: JsonValue): string {
  return replaceValue(text, [field.nodeId, 'inputs', field.name], stringifyJson(value));
}
