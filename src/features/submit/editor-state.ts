import { newNodeErrors, type NodeErrors, type NodeProblem } from '@contract/jobs/node-errors';
import { numberFromText, parseJson, replaceValue, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { assetIdOf, isAssetReference } from '@contract/workflow/asset-references';
import { isJudgedByComfyui, rejectedProblems } from '@contract/workflow/comfyui-rejections';
import { readWorkflow, type Graph } from '@contract/workflow/graph';
import type { NodeDefinitions } from '@contract/workflow/node-definitions';
import { nearestClass } from '@contract/workflow/validate';
import type { Draft, MediaAttachment, MediaList, SeedMode } from '@/api/storage/draft';
import { decimalText, integerText } from '@/lib/number-text';
import { problemText } from '@/shared/node-problem-text';
import { fieldProblem, isDefinitelyRejected, isUnlistedFileName, problemsWithoutField } from './field-problems';
import { buildForm, fieldKey, fieldText, sameValue, type FormField, type FormModel } from './form-model';

/** A workflow being filled in. Pure: `editor-store.ts` holds it, `editor-session.ts` saves, uploads and runs. */
export interface EditorState {
  draft: Draft;
  definitions: NodeDefinitions | null;
  form: FormModel;
  /** As of the last pause in typing, like the problems of nodes. */
  graph: Graph;
  values: Readonly<Record<string, JsonValue>>;
  /** What stands in an input while it differs from its value's own text, as `5.` and nothing at all do. */
  typed: Readonly<Record<string, string>>;
  /** Typed text that is no value, with the reason: kept on screen, never in the workflow. */
  broken: Readonly<Record<string, string>>;
  /** What the surface said of a field when it refused; goes with the next edit of that field. */
  refusedFields: Readonly<Record<string, string>>;
  /** Of nodes as a whole, and of inputs without a field. */
  nodeProblems: NodeErrors;
  /** ComfyUI runs this workflow and decides; what is known against a value is only a warning. */
  isJudgedByComfyui: boolean;
  /** While ComfyUI is away, or was never asked for, it may still bring the classes that are missing. */
  comfyui: ComfyuiUse;
  /** Classes that no engine has now, each once; empty once ComfyUI is connected, when they are problems of their nodes. */
  missingClasses: readonly string[];
  seedModes: Readonly<Record<string, SeedMode>>;
  media: Readonly<Record<string, MediaAttachment>>;
  /** Files of an input that runs once for each of them, by field key: of one input at a time. */
  lists: Readonly<Record<string, MediaList>>;
  undo: readonly Edit[];
  redo: readonly Edit[];
}

/** `unused`: the gateway was started with an engine that never uses ComfyUI. */
export type ComfyuiUse = 'connected' | 'away' | 'unused';

export interface Edit {
  key: string;
  before: JsonValue;
  after: JsonValue;
  at: number;
}

/** Keystrokes in one field within this time are undone together. */
const COALESCE_MS = 1000;
const MAX_UNDO = 200;

export function openEditor(draft: Draft, definitions: NodeDefinitions | null): EditorState {
  const graph = graphOf(draft.text);
  const form = buildForm(graph, definitions);
  const values = Object.fromEntries([...form.fields.values()].map((field) => [field.key, field.value]));
  const state: EditorState = {
    draft,
    definitions,
    form,
    graph,
    values,
    typed: {},
    broken: {},
    refusedFields: {},
    nodeProblems: {},
    isJudgedByComfyui: false,
    comfyui: 'away',
    missingClasses: [],
    seedModes: draft.seedModes,
    media: draft.media,
    lists: draft.lists ?? {},
    undo: [],
    redo: [],
  };
  return withNodeProblems(state);
}

/** Definitions came late, or anew: widgets change, values stay. */
export function withDefinitions(state: EditorState, definitions: NodeDefinitions | null): EditorState {
  const form = buildForm(graphOf(state.draft.text), definitions);
  return withNodeProblems({ ...state, definitions, form });
}

function graphOf(text: string): Graph {
  const reading = readWorkflow(text);
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.graph;
}

export function setValue(state: EditorState, key: string, after: JsonValue, at: number): EditorState {
  const before = state.values[key];
  const cleared = { ...state, broken: without(state.broken, key), refusedFields: without(state.refusedFields, key) };
  if (before === undefined || sameValue(before, after)) return cleared;
  const last = state.undo.at(-1);
  const isSameStroke = last?.key === key && at - last.at < COALESCE_MS;
  const edit: Edit = { key, before: isSameStroke ? last.before : before, after, at };
  const past = isSameStroke ? state.undo.slice(0, -1) : state.undo.slice(-(MAX_UNDO - 1));
  return { ...cleared, values: { ...state.values, [key]: after }, undo: [...past, edit], redo: [] };
}

/** Takes what was typed into a number or JSON field. */
export function setTyped(state: EditorState, field: FormField, text: string, at: number): EditorState {
  const value = readTyped(field, text);
  const typed = { ...state.typed, [field.key]: text };
  if (value === undefined) {
    const reason = text.trim() === '' ? 'A value is missing.' : brokenReason(field);
    return { ...state, typed, broken: { ...state.broken, [field.key]: reason } };
  }
  return { ...setValue(state, field.key, value, at), typed };
}

function readTyped(field: FormField, text: string): JsonValue | undefined {
  if (field.kind === 'json') {
    try {
      return parseJson(text);
    } catch {
      return undefined;
    }
  }
  const number = field.kind === 'float' ? decimalText(text) : integerText(text);
  return number === null ? undefined : numberFromText(number);
}

function brokenReason(field: FormField): string {
  if (field.kind === 'json') return 'This is not valid JSON.';
  return field.kind === 'float' ? 'This is not a number.' : 'This is not a whole number.';
}

/** The field was left: a good value is shown as it is kept. */
export function settleTyped(state: EditorState, key: string): EditorState {
  return key in state.broken || !(key in state.typed) ? state : { ...state, typed: without(state.typed, key) };
}

export function undoEdit(state: EditorState): EditorState {
  const edit = state.undo.at(-1);
  if (!edit) return state;
  return moveTo(state, edit.key, edit.before, state.undo.slice(0, -1), [...state.redo, edit]);
}

export function redoEdit(state: EditorState): EditorState {
  const edit = state.redo.at(-1);
  if (!edit) return state;
  // Not to be joined with the next keystroke.
  return moveTo(state, edit.key, edit.after, [...state.undo, { ...edit, at: 0 }], state.redo.slice(0, -1));
}

function moveTo(
  state: EditorState,
  key: string,
  value: JsonValue,
  undo: readonly Edit[],
  redo: readonly Edit[],
): EditorState {
  return {
    ...state,
    values: { ...state.values, [key]: value },
    typed: without(state.typed, key),
    broken: without(state.broken, key),
    refusedFields: without(state.refusedFields, key),
    undo,
    redo,
  };
}

/** The workflow as it would be sent: the text as opened, with the changed values spliced in. */
export function workflowText(state: EditorState): string {
  let text = state.draft.text;
  for (const field of state.form.fields.values()) {
    const value = state.values[field.key];
    if (value === undefined || sameValue(value, field.value)) continue;
    text = replaceValue(text, [field.nodeId, 'inputs', field.name], stringifyJson(value));
  }
  return text;
}

/** How many inputs differ from the file as it was opened. */
export function changedFields(state: EditorState, original: FormModel): string[] {
  return [...state.form.fields.values()]
    .filter((field) => {
      const first = original.fields.get(field.key)?.value;
      const value = state.values[field.key];
      return first !== undefined && value !== undefined && !sameValue(first, value);
    })
    .map((field) => field.key);
}

/** Judges everything that single fields cannot know. */
export function withNodeProblems(state: EditorState): EditorState {
  const graph = graphOf(workflowText(state));
  const errors = rejectedProblems(graph, state.definitions);
  const isOfComfyui = isJudgedByComfyui(graph, state.definitions);
  return withErrorsOfNodes({ ...state, graph, isJudgedByComfyui: isOfComfyui }, errors);
}

/** A class that ComfyUI may bring is no fault of the workflow: it is listed once, and not at each of its nodes. */
function withErrorsOfNodes(state: EditorState, errors: NodeErrors): EditorState {
  if (state.comfyui === 'connected') {
    return { ...state, missingClasses: [], nodeProblems: problemsWithoutField(errors, state.form.fields) };
  }
  const rest = newNodeErrors();
  const missing = new Set<string>();
  for (const [nodeId, problems] of Object.entries(errors)) {
    const classType = state.graph.get(nodeId)?.classType;
    const isMissing = ({ reason }: NodeProblem) => reason === 'unknown_class' && !isMisspelled(state, classType);
    const left = problems.filter((problem) => !isMissing(problem));
    if (left.length > 0) rest[nodeId] = left;
    if (classType !== undefined && left.length < problems.length) missing.add(classType);
  }
  return { ...state, missingClasses: [...missing], nodeProblems: problemsWithoutField(rest, state.form.fields) };
}

/** Where ComfyUI is never asked for, a name that is nearly that of a known class is a typo. */
function isMisspelled({ comfyui, definitions }: EditorState, classType: string | undefined): boolean {
  return (
    comfyui === 'unused' &&
    classType !== undefined &&
    definitions !== null &&
    nearestClass(classType, definitions) !== null
  );
}

export function withComfyui(state: EditorState, comfyui: ComfyuiUse): EditorState {
  return withNodeProblems({ ...state, comfyui });
}

/** What ComfyUI may reject a field for; the workflow can run all the same. `null` once a problem is known for certain. */
export function warningOf(state: EditorState, field: FormField): string | null {
  const value = state.values[field.key];
  if (value === undefined || problemOf(state, field) !== null) return null;
  const problem = fieldProblem(field, value);
  return problem === null || isUnlistedFileName(field, value) ? null : `ComfyUI may reject this: ${problem}`;
}

/** Why a field keeps the workflow from running. */
export function problemOf(state: EditorState, field: FormField): string | null {
  return state.broken[field.key] ?? localProblem(state, field) ?? state.refusedFields[field.key] ?? null;
}

function blocks(state: EditorState, field: FormField, value: JsonValue): boolean {
  return !state.isJudgedByComfyui || isDefinitelyRejected(field, value);
}

/** Keys of fields to fix, in the order of the form. Fields with a file on its way are not among them. */
export function fieldsToFix(state: EditorState, isOnItsWay: (key: string) => boolean): string[] {
  return [...state.form.fields.values()]
    .filter((field) => !isOnItsWay(field.key) && (state.broken[field.key] ?? localProblem(state, field)) !== null)
    .map((field) => field.key);
}

/** What the surface said before an edit does not keep anybody from asking it again. */
function localProblem(state: EditorState, field: FormField): string | null {
  const value = state.values[field.key];
  return value === undefined || !blocks(state, field, value) ? null : fieldProblem(field, value);
}

/** Puts `node_errors` of a refusal on fields and nodes (J-2.75). */
export function withRejection(state: EditorState, errors: NodeErrors): EditorState {
  const refusedFields: Record<string, string> = {};
  for (const [nodeId, problems] of Object.entries(errors)) {
    for (const problem of problems) {
      const key = fieldKey(nodeId, problem.field);
      if (state.form.fields.has(key)) refusedFields[key] ??= problemText({ ...problem, field: '' });
    }
  }
  return withErrorsOfNodes({ ...state, refusedFields }, errors);
}

/** `missing_asset` of surfaces that name the files only (docs/api-notes.md, Assets): the inputs that hold them. */
export function lostFiles(state: EditorState, details: Record<string, unknown> | null): NodeErrors {
  const ids: unknown = details?.['missing_ids'];
  const errors = newNodeErrors();
  if (!Array.isArray(ids)) return errors;
  for (const field of state.form.fields.values()) {
    const value = state.values[field.key];
    if (!isAssetReference(value) || !ids.includes(assetIdOf(value))) continue;
    (errors[field.nodeId] ??= []).push({ field: field.name, reason: 'missing_asset', message: LOST_FILE });
  }
  return errors;
}

const LOST_FILE = 'This file no longer exists on the server';

/** What an input shows. */
export function shownText(state: EditorState, key: string): string {
  const typed = state.typed[key];
  if (typed !== undefined) return typed;
  const value = state.values[key];
  return value === undefined ? '' : fieldText(value, state.form.fields.get(key)?.kind);
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  if (!(key in record)) return record;
  const { [key]: _left, ...rest } = record;
  return rest;
}

/** The files that the input runs once each with; `null` if it runs with its value alone, or another value took their place. */
export function listOf(state: EditorState, key: string): MediaList | null {
  const list = state.lists[key];
  if (!list) return null;
  const [first] = list.files;
  const value = state.values[key];
  return first === undefined || (value !== undefined && sameValue(first.reference, value)) ? list : null;
}
