import { numberFromText, replaceValue, stringifyJson, type JsonValue } from '@contract/json/lossless';
import type { SeedMode } from '@/domains/drafts/draft';
import type { OutboxEntry } from '@/domains/outbox/outbox-entry';
import { useOutboxView } from '@/domains/outbox/outbox-store';
import { valueText } from '@/shared/fields/typed-text';
import type { DraftEditor } from '../draft-editor';
import { listOf, workflowText, type EditorState } from '../editor-state';
import { type FormField } from '../form-model';
import { nextSeed, seedTimingSetting, type SeedTiming } from '../seed-control';
import type { SessionState } from '../session-state';
import { lastSent, sentValue } from './sent-values';

export interface RunPlan {
  /** One workflow per run, in run order. */
  texts: string[];
  /** Seeds after the last run, by field key; only those that change. */
  seedsAfter: ReadonlyMap<string, { before: JsonValue; after: JsonValue }>;
}

/** A value for one input in each run, such as one of several images. */
interface ValueList {
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

/** Returns the number of jobs that the next click creates. Files that are still uploading count. */
export function runTotalOf(state: EditorState & Pick<SessionState, 'runCount'>): number {
  const list = Object.keys(state.lists)
    .map((key) => listOf(state, key))
    .find((each) => each !== null);
  return state.runCount * Math.max(1, list?.count ?? 1);
}

/**
 * Returns the seeds that change before the next run: those that the last run of the draft has used. A seed that the user has entered
 * since is used first.
 */
export function seedsBeforeRun(
  state: EditorState,
  entries: Readonly<Record<string, OutboxEntry>>,
): (readonly [key: string, value: JsonValue])[] {
  const last = lastSent(entries, state.draft.id);
  return movingSeeds(state).flatMap(({ field, mode, value }) => {
    const sent = last === null ? undefined : sentValue(last, field);
    return sent !== undefined && valueText(sent) === valueText(value)
      ? [[field.key, seedAfter(value, mode, field)]]
      : [];
  });
}

/** Changes the seeds of the form for the next run, if the user has chosen that they change before it. */
export function moveSeedsBeforeRun(editor: DraftEditor): void {
  if (seedTimingSetting.get() !== 'before') return;
  const moved = seedsBeforeRun(editor.state, useOutboxView.getState().entries);
  if (moved.length > 0) editor.setValues(moved);
}

/** Returns the workflow that the next run sends. A seed that is random before each run is another one for each call. */
export function nextRunText(
  state: EditorState,
  entries: Readonly<Record<string, OutboxEntry>>,
  timing: SeedTiming,
): string {
  const moved = timing === 'before' ? seedsBeforeRun(state, entries) : [];
  return moved.reduce((text, [key, value]) => {
    const field = state.form.fields.get(key);
    return field ? withValue(text, field, value) : text;
  }, workflowText(state));
}

/**
 * Returns the workflows for one click: each run uses the seeds that result from the previous one, and with a list, each
 * of its values is run `count` times. The first run uses the seeds in the form.
 * @param timing `before`: the form keeps the seeds of the last run
 */
export function planRuns(
  state: EditorState,
  count: number,
  list: ValueList | null = null,
  timing: SeedTiming = 'after',
): RunPlan {
  const base = workflowText(state);
  const seeds = movingSeeds(state);
  const used = new Map(seeds.map(({ field, value }) => [field.key, value]));
  const listField = list === null ? undefined : state.form.fields.get(list.key);
  const texts: string[] = [];
  for (const value of list === null ? [undefined] : list.values) {
    for (let run = 0; run < count; run += 1) {
      let text = base;
      if (listField && value !== undefined) text = withValue(text, listField, value);
      for (const { field, mode, value: first } of seeds) {
        if (texts.length === 0) continue;
        const seed = seedAfter(used.get(field.key) ?? first, mode, field);
        text = withValue(text, field, seed);
        used.set(field.key, seed);
      }
      texts.push(text);
    }
  }
  const seedsAfter = new Map(
    seeds.map(({ field, mode, value }) => {
      const last = used.get(field.key) ?? value;
      return [field.key, { before: value, after: timing === 'after' ? seedAfter(last, mode, field) : last }];
    }),
  );
  return { texts, seedsAfter };
}

/**
 * Returns the seeds after the runs of one click, from what the click has sent. A form that no longer has the seed of the
 * first run (`before`) has been changed already.
 */
export function seedsAfterSent(
  state: EditorState,
  runs: readonly OutboxEntry[],
  timing: SeedTiming = 'after',
): RunPlan['seedsAfter'] {
  const sent = runs.toSorted((left, right) => (left.batch?.index ?? 0) - (right.batch?.index ?? 0));
  const [first] = sent;
  const last = sent.at(-1);
  const seeds = new Map<string, { before: JsonValue; after: JsonValue }>();
  for (const { field, mode } of movingSeeds(state)) {
    const before = first && sentValue(first, field);
    const value = last && sentValue(last, field);
    if (before === undefined || value === undefined) continue;
    seeds.set(field.key, { before, after: timing === 'after' ? seedAfter(value, mode, field) : value });
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

function seedAfter(value: JsonValue, mode: SeedMode, { spec }: FormField): JsonValue {
  return numberFromText(nextSeed(valueText(value), mode, spec ?? {}));
}

export function withValue(text: string, field: FormField, value: JsonValue): string {
  return replaceValue(text, [field.nodeId, 'inputs', field.name], stringifyJson(value));
}
