import type { JsonValue } from '@contract/json/lossless';
import type { Template } from '@/domains/drafts/template';

/** A step of undo. */
export type Edit = ValueEdit | TemplateEdit | InputEdit;

/** Values that change together, and are undone together. */
interface ValueEdit {
  kind: 'values';
  changes: readonly ValueChange[];
  at: number;
}

export interface ValueChange {
  key: string;
  before: JsonValue;
  after: JsonValue;
}

interface TemplateEdit {
  kind: 'template';
  /** Text that is being typed; `null` for any other change. */
  key: string | null;
  before: Template;
  after: Template;
  at: number;
}

/** Changes the workflow itself, which changes the form. */
interface InputEdit {
  kind: 'input';
  before: InputsSnapshot;
  after: InputsSnapshot;
  at: number;
}

export interface InputsSnapshot {
  /** Text of the workflow. */
  text: string;
  /** Values by field key, some of which may differ from the text. */
  values: ReadonlyMap<string, JsonValue>;
}

/** Keystrokes in one text within this time are undone together. */
const COALESCE_MS = 1000;
const MAX_UNDO = 200;

export function withValueEdit(undo: readonly Edit[], changes: readonly ValueChange[], at: number): readonly Edit[] {
  const last = undo.at(-1);
  const isSameStroke =
    last?.kind === 'values' && last.changes[0]?.key === changes[0]?.key && at - last.at < COALESCE_MS;
  if (!isSameStroke) return appended(undo, { kind: 'values', changes, at });
  return [...undo.slice(0, -1), { kind: 'values', changes: joinChanges(last.changes, changes), at }];
}

export function withTemplateEdit(undo: readonly Edit[], edit: Omit<TemplateEdit, 'kind'>): readonly Edit[] {
  const last = undo.at(-1);
  const { key, at } = edit;
  const isSameStroke = last?.kind === 'template' && key !== null && last.key === key && at - last.at < COALESCE_MS;
  if (!isSameStroke) return appended(undo, { kind: 'template', ...edit });
  return [...undo.slice(0, -1), { kind: 'template', ...edit, before: last.before }];
}

/** @param at of a text that is being typed; 0 for a change that is undone by itself */
export function withInputEdit(
  undo: readonly Edit[],
  before: InputsSnapshot,
  after: InputsSnapshot,
  at = 0,
): readonly Edit[] {
  const last = undo.at(-1);
  const isSameStroke = last?.kind === 'input' && at > 0 && at - last.at < COALESCE_MS;
  if (!isSameStroke) return appended(undo, { kind: 'input', before, after, at });
  return [...undo.slice(0, -1), { kind: 'input', before: last.before, after, at }];
}

function appended(undo: readonly Edit[], edit: Edit): readonly Edit[] {
  return [...undo.slice(-(MAX_UNDO - 1)), edit];
}

function joinChanges(first: readonly ValueChange[], next: readonly ValueChange[]): ValueChange[] {
  const joined = new Map(first.map((change) => [change.key, change]));
  for (const change of next)
    joined.set(change.key, { ...change, before: joined.get(change.key)?.before ?? change.before });
  return [...joined.values()];
}
