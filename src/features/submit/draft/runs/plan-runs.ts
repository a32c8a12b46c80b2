import { numberFromText, replaceValue, stringifyJson, type JsonValue } from '@contract/json/lossless';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { valueText } from '@/shared/fields/typed-text';
import { listOf, workflowText, type EditorState } from '../editor-state';
import { type FormField } from '../form-model';
import { nextSeed } from '../seed-control';
import { sentValue } from './sent-values';

export interface RunPlan {
  /** One workflow per run, in run order. */
  texts: string[];
  /** Seeds after the last run, by field key; only those that change. */
  seedsAfter: ReadonlyMap<string, { before: JsonValue; after: JsonValue }>;
}

/** A value for one input in each run, such as one of several images. */
export interface ValueList {
  key: string;
  values: readonly JsonValue[];
}

/** Returns the input that runs once for each of its files; `null` if none does. */
export function valueListOf(state: EditorState): ValueList | null {
  for (const key of Object.keys(state.lists)) {
    const list = listOf(state, key);
    if (list && list.files.length > 0) return { key, values: list.files.map(({ reference }) => reference) };
  }
  return null;
}

/**
 * Returns the workflows for one click: each run uses the seeds that result from the previous one, and with a list, each
 * of its values is run `count` times.
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
      for (const { field, mode, value: first } of seeds) {
        const seed = current.get(field.key) ?? first;
        // The first run uses the seeds in the form.
        if (texts.length > 0) text = withValue(text, field, seed);
        current.set(field.key, numberFromText(nextSeed(valueText(seed), mode, field.spec ?? {})));
      }
      texts.push(text);
    }
  }
  const seedsAfter = new Map(
    seeds.map(({ field, value }) => [field.key, { before: value, after: current.get(field.key) ?? value }]),
  );
  return { texts, seedsAfter };
}

/**
 * Returns the seeds after the runs of one click, from what the click has sent. A form that no longer has the seed of the
 * first run (`before`) has been changed already.
 */
export function seedsAfterSent(state: EditorState, runs: readonly OutboxEntry[]): RunPlan['seedsAfter'] {
  const sent = runs.toSorted((left, right) => (left.batch?.index ?? 0) - (right.batch?.index ?? 0));
  const [first] = sent;
  const last = sent.at(-1);
  const seeds = new Map<string, { before: JsonValue; after: JsonValue }>();
  for (const { field, mode } of movingSeeds(state)) {
    const before = first && sentValue(first, field);
    const value = last && sentValue(last, field);
    if (before === undefined || value === undefined) continue;
    seeds.set(field.key, { before, after: numberFromText(nextSeed(valueText(value), mode, field.spec ?? {})) });
  }
  return seeds;
}

/** Returns the workflow with the seeds after a run. */
export function withSeedsAfter(state: EditorState, text: string, seedsAfter: RunPlan['seedsAfter']): string {
  return [...seedsAfter].reduce((changed, [key, { after }]) => {
    const field = state.form.fields.get(key);
    return field ? withValue(changed, field, after) : changed;
  }, text);
}

/** Returns true if several runs of this draft would differ by seed. */
export function hasMovingSeed(state: EditorState): boolean {
  return movingSeeds(state).length > 0;
}

function movingSeeds(state: EditorState) {
  return Object.entries(state.seedModes).flatMap(([key, mode]) => {
    const field = state.form.fields.get(key);
    const value = state.values.get(key);
    return field && value !== undefined && mode !== 'keep' ? [{ field, mode, value }] : [];
  });
}

export function withValue(text: string, field: FormField, value: JsonValue): string {
  return replaceValue(text, [field.nodeId, 'inputs', field.name], stringifyJson(value));
}
