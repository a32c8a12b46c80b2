import { joinNodeErrors, newNodeErrors, type NodeErrors, type NodeProblem } from '@contract/jobs/node-errors';
import { findValue, type JsonObject, type JsonValue, replaceValue, stringifyJson } from '@contract/json/lossless';
import { finish, type Slices } from '@contract/slices';
import { checkWorkflowInSlices, isRunByComfyui, type PartialRun } from '@contract/workflow/comfyui-rejections';
import { type Graph, readWorkflow } from '@contract/workflow/graph';
import { withChoice } from '@contract/workflow/initial-values';
import { inputSpecs, type NodeDefinitions } from '@contract/workflow/node-definitions';
import { fieldKey } from '@/domains/drafts/field-key';
import type { AspectLock, Draft, MediaAttachment, MediaList, SeedMode } from '@/domains/drafts/draft';
import { EMPTY_TEMPLATE, type Template } from '@/domains/drafts/template';
import { withoutKey } from '@/lib/without-key';
import { readTyped, settleText, shownText, type TypedTexts, withoutText } from '@/shared/fields/typed-text';
import { problemText } from '@/shared/node-problem-text';
import { withFollower } from './resolution';
import {
  type Edit,
  type InputsSnapshot,
  type ValueChange,
  withInputEdit,
  withTemplateEdit,
  withValueEdit,
} from './edit-history';
import { problemsWithoutField } from './field-problems';
import { buildForm, type FormField, type FormModel, keepLayout, sameValue, textKind } from './form-model';
import type { LostFiles } from './lost-files';
import { mergedGraph, mergedText } from './merge-values';
import { explainMissingOwnClasses, isMisspelled } from './missing-classes';

/** State of the workflow editor. Pure: `editor-session.ts` stores it, saves, uploads and runs. */
export interface EditorState {
  draft: Draft;
  definitions: NodeDefinitions | null;
  /** ComfyUI's own classes, which shape the inputs of classes that the server does not list; nothing is checked with them. */
  guesses: NodeDefinitions | null;
  form: FormModel;
  /** Updated after each pause in typing, like the node errors. */
  graph: Graph;
  /** A map: each key copies it, and a record of thousands of values takes six times as long. */
  values: ReadonlyMap<string, JsonValue>;
  /** Control text that differs from the value: invalid text is shown, but never part of the workflow. */
  typed: TypedTexts;
  /** Errors that the surface returned per field when it rejected the workflow; editing a field clears its error. */
  rejectedFields: Readonly<Record<string, string>>;
  /** Errors of whole nodes, and of inputs without a field. */
  nodeProblems: NodeErrors;
  /** The outputs that ComfyUI leaves out of a run; `null` if it runs all of them, or none. */
  partialRun: PartialRun | null;
  /** Problems of `partialRun`, and choices that may be missing, that no field shows. */
  nodeWarnings: NodeErrors;
  lostFiles: LostFiles;
  /** Whether ComfyUI runs and validates this workflow; local findings are then only warnings. */
  isRunByComfyui: boolean;
  /** If ComfyUI is unreachable or was never queried, it may still provide the missing classes. */
  comfyui: ComfyuiUse;
  /**
   * Classes that no connected engine has, without duplicates; empty once ComfyUI is connected, since they are then
   * errors of their nodes.
   */
  missingClasses: readonly string[];
  seedModes: Readonly<Record<string, SeedMode>>;
  media: Readonly<Record<string, MediaAttachment>>;
  /** Files of an input that runs once per file, by field key; only one input at a time. */
  lists: Readonly<Record<string, MediaList>>;
  /** Locked ratios of sizes, by the key of the width. */
  aspects: Readonly<Record<string, AspectLock>>;
  undo: readonly Edit[];
  redo: readonly Edit[];
}

/** `unused`: the gateway was started with an engine that never uses ComfyUI. */
export type ComfyuiUse = 'connected' | 'away' | 'unused';

export function openEditor(draft: Draft, definitions: NodeDefinitions | null): EditorState {
  const graph = graphOf(draft.text);
  const form = buildForm(graph, definitions);
  const values = valuesOf(form);
  const state: EditorState = {
    draft,
    definitions,
    guesses: null,
    form,
    graph,
    values,
    typed: {},
    rejectedFields: {},
    nodeProblems: {},
    partialRun: null,
    nodeWarnings: {},
    lostFiles: new Set(),
    isRunByComfyui: false,
    comfyui: 'away',
    missingClasses: [],
    seedModes: draft.seedModes,
    media: draft.media,
    lists: draft.lists ?? {},
    aspects: draft.aspects ?? {},
    undo: [],
    redo: [],
  };
  return withNodeProblems(state);
}

/**
 * Applies definitions that arrived late or changed: widgets change, values stay.
 * @param heldKey field that keeps its widget, since the user is typing in it
 */
export function withDefinitions(
  state: EditorState,
  definitions: NodeDefinitions | null,
  heldKey: string | null = null,
): EditorState {
  const graph = graphOf(state.draft.text);
  const form = keepLayout(buildForm(graph, definitions, state.guesses), state.form, heldKey);
  return withNodeProblems({ ...state, definitions, form, graph });
}

export function withInputs(state: EditorState, { text, values }: InputsSnapshot): EditorState {
  return withDefinitions({ ...state, draft: { ...state.draft, text }, values }, state.definitions);
}

/** Sets an input that has no field, such as a missing one or a link. Returns the same state if the node has no inputs. */
export function setInput(state: EditorState, nodeId: string, input: string, value: JsonValue): EditorState {
  const choice = inputsAfterChoice(state, nodeId, input, value);
  return choice
    ? replaceMember(state, [nodeId], 'inputs', choice)
    : replaceMember(state, [nodeId, 'inputs'], input, value);
}

/** Returns the inputs of a node after a choice that decides which inputs it has; `null` if the input is no such choice. */
export function inputsAfterChoice(
  { form, graph, values, definitions }: Pick<EditorState, 'form' | 'graph' | 'values' | 'definitions'>,
  nodeId: string,
  input: string,
  value: JsonValue,
): JsonObject | null {
  const node = mergedGraph(graph, form, values).get(nodeId);
  const definition = node && definitions && Object.hasOwn(definitions, node.classType) && definitions[node.classType];
  const isDynamic =
    definition && inputSpecs(definition, node.inputs).some(({ name, isDynamic: is }) => is && name === input);
  return isDynamic ? withChoice(definition, node.inputs, input, value) : null;
}

/** Makes a node one of another class; its inputs stay. */
export function setClass(state: EditorState, nodeId: string, classType: string): EditorState {
  return replaceMember(state, [nodeId], 'class_type', classType);
}

function replaceMember(state: EditorState, parent: readonly string[], name: string, value: JsonValue): EditorState {
  const before = { text: state.draft.text, values: state.values };
  const merged = workflowText(state);
  if (findValue(merged, parent) === null) return state;
  const text = replaceValue(merged, [...parent, name], stringifyJson(value));
  const after = { text, values: valuesOf(buildForm(graphOf(text), state.definitions, state.guesses)) };
  return { ...withInputs(state, after), undo: withInputEdit(state.undo, before, after), redo: [] };
}

export function valuesOf({ fields }: FormModel): EditorState['values'] {
  return new Map([...fields.values()].map(({ key, value }) => [key, value]));
}

export function graphOf(text: string): Graph {
  const result = readWorkflow(text);
  if (!result.ok) throw new Error(result.problem.message);
  return result.graph;
}

export function setValue(state: EditorState, key: string, after: JsonValue, at: number): EditorState {
  return setValues(state, [[key, after]], at);
}

/** Changes several values in one step. */
export function setValues(state: EditorState, values: readonly KeyedValue[], at: number): EditorState {
  const [choice, ...others] = values.toSorted(
    (left, right) => Number(isChoice(state, right)) - Number(isChoice(state, left)),
  );
  if (choice && isChoice(state, choice)) return setValues(setChoice(state, choice), others, at);
  const cleared = withoutTexts(
    state,
    values.map(([key]) => key),
  );
  const changes = values.flatMap(([key, after]): ValueChange[] => {
    const before = state.values.get(key);
    return before === undefined || sameValue(before, after) ? [] : [{ key, before, after }];
  });
  if (changes.length === 0) return cleared;
  const undo = withValueEdit(state.undo, changes, at);
  return { ...cleared, values: applied(state.values, changes, 'after'), undo, redo: [] };
}

type KeyedValue = readonly [key: string, value: JsonValue];

/** Returns true for a new value of a choice that decides which inputs its node has. */
function isChoice(state: EditorState, [key, value]: KeyedValue): boolean {
  const before = state.values.get(key);
  return state.form.fields.get(key)?.spec?.isDynamic === true && before !== undefined && !sameValue(before, value);
}

function setChoice(state: EditorState, [key, value]: KeyedValue): EditorState {
  const field = state.form.fields.get(key);
  return field ? setInput(withoutTexts(state, [key]), field.nodeId, field.name, value) : state;
}

/** @param key the text that is being typed; `null` for a change that is undone by itself */
export function setTemplate(state: EditorState, after: Template, key: string | null, at: number): EditorState {
  const before = state.draft.template ?? EMPTY_TEMPLATE;
  if (before === after) return state;
  const undo = withTemplateEdit(state.undo, { key, before, after, at });
  return { ...state, draft: { ...state.draft, template: after }, undo, redo: [] };
}

function applied(
  values: EditorState['values'],
  changes: readonly ValueChange[],
  side: 'before' | 'after',
): EditorState['values'] {
  const next = new Map(values);
  for (const change of changes) next.set(change.key, change[side]);
  return next;
}

/** Discards typed texts and errors of fields whose values change. */
export function withoutTexts(state: EditorState, keys: readonly string[]): EditorState {
  return {
    ...state,
    typed: keys.reduce(withoutText, state.typed),
    rejectedFields: keys.reduce<EditorState['rejectedFields']>(withoutKey, state.rejectedFields),
  };
}

/** Applies typed text to a number or JSON field. */
export function setTyped(state: EditorState, field: FormField, text: string, at: number): EditorState {
  const { key } = field;
  const read = readTyped(textKind(field.kind), text);
  const next = 'value' in read ? setWithFollower(state, field, read.value, at) : state;
  const problem = 'problem' in read ? read.problem : null;
  return { ...next, typed: { ...next.typed, [key]: { text, value: next.values.get(key), problem } } };
}

function setWithFollower(state: EditorState, field: FormField, value: JsonValue, at: number): EditorState {
  const { values, aspects } = withFollower(state, field, value);
  return setValues({ ...state, aspects }, values, at);
}

/** Called on blur: formats a valid value as it is stored. */
export function settleTyped(state: EditorState, key: string): EditorState {
  const typed = settleText(state.typed, key);
  return typed === state.typed ? state : { ...state, typed };
}

/** The next edit is not merged with the last one. */
export function endEditGroup(state: EditorState): EditorState {
  const last = state.undo.at(-1);
  return last ? { ...state, undo: [...state.undo.slice(0, -1), { ...last, at: 0 }] } : state;
}

export function undoEdit(state: EditorState): EditorState {
  const edit = state.undo.at(-1);
  if (!edit) return state;
  const next = { undo: state.undo.slice(0, -1), redo: [...state.redo, edit] };
  return { ...moveTo(state, edit, 'before'), ...next };
}

export function redoEdit(state: EditorState): EditorState {
  const edit = state.redo.at(-1);
  if (!edit) return state;
  // Not merged with the next keystroke.
  const next = { undo: [...state.undo, { ...edit, at: 0 }], redo: state.redo.slice(0, -1) };
  return { ...moveTo(state, edit, 'after'), ...next };
}

function moveTo(state: EditorState, edit: Edit, side: 'before' | 'after'): EditorState {
  if (edit.kind === 'template') return { ...state, draft: { ...state.draft, template: edit[side] } };
  if (edit.kind === 'input') return withInputs(state, edit[side]);
  const { changes } = edit;
  const cleared = withoutTexts(
    state,
    changes.map(({ key }) => key),
  );
  return { ...cleared, values: applied(state.values, changes, side) };
}

/** The last result, since the check and the save of a change both need it. */
let lastText: (Pick<EditorState, 'values' | 'form'> & { original: string; text: string }) | null = null;

/** Returns the workflow as it would be sent: the original text with the changed values. */
export function workflowText({ draft, form, values }: EditorState): string {
  const original = draft.text;
  let known = lastText;
  if (known?.values !== values || known.form !== form || known.original !== original) {
    known = { values, form, original, text: mergedText(original, form, values) };
    lastText = known;
  }
  return known.text;
}

/** Returns the keys of the inputs that differ from the file as opened. */
export function changedFields(state: Pick<EditorState, 'form' | 'values'>, original: FormModel): string[] {
  return [...state.form.fields.values()]
    .filter((field) => {
      const first = original.fields.get(field.key)?.value;
      const value = state.values.get(field.key);
      return first !== undefined && value !== undefined && !sameValue(first, value);
    })
    .map((field) => field.key);
}

/** Validates everything that involves several fields. */
export function withNodeProblems(state: EditorState): EditorState {
  return finish(withNodeProblemsInSlices(state));
}

export function* withNodeProblemsInSlices(state: EditorState): Slices<EditorState> {
  const { form, values, definitions } = state;
  const graph = mergedGraph(state.graph, form, values);
  yield;
  const { rejected, partial, doubtful } = yield* checkWorkflowInSlices(graph, definitions);
  yield;
  const isOfComfyui = isRunByComfyui(graph, definitions);
  const nodeWarnings = problemsWithoutField(joinNodeErrors(partial?.problems ?? {}, doubtful), form.fields);
  const checked = { ...state, graph, isRunByComfyui: isOfComfyui, partialRun: partial, nodeWarnings };
  return withErrorsOfNodes(checked, explainMissingOwnClasses(checked, rejected));
}

/**
 * A class that ComfyUI may provide is not an error of the workflow: it is listed once instead of at each of its nodes.
 */
function withErrorsOfNodes(state: EditorState, found: NodeErrors): EditorState {
  const errors = joinNodeErrors(conversionErrors(state), found);
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

/** A draft of which only a part is converted must not run, whatever the server says about that part. */
function conversionErrors({ draft, graph }: EditorState): NodeErrors {
  const [first] = graph.keys();
  const problem = draft.conversion?.problem;
  if (problem === undefined || first === undefined) return {};
  return { [first]: [{ field: '', reason: 'not_converted', message: problem }] };
}

export function withComfyui(state: EditorState, comfyui: ComfyuiUse): EditorState {
  return withNodeProblems({ ...state, comfyui });
}

/** Assigns the `node_errors` of a rejection to fields and nodes (J-2.75). */
export function withRejection(state: EditorState, errors: NodeErrors): EditorState {
  const rejectedFields: Record<string, string> = {};
  for (const [nodeId, problems] of Object.entries(errors)) {
    for (const problem of problems) {
      const key = fieldKey(nodeId, problem.field);
      if (state.form.fields.has(key)) rejectedFields[key] ??= problemText({ ...problem, field: '' });
    }
  }
  return withErrorsOfNodes({ ...state, rejectedFields }, errors);
}

/** Returns the displayed text of an input. */
export function textOf({ typed, values, form }: EditorState, key: string): string {
  return shownText(typed[key], values.get(key), textKind(form.fields.get(key)?.kind));
}

/** Locks the ratio of a size, or unlocks it. @param key of the width */
export function withAspect(state: EditorState, key: string, lock: AspectLock | null): EditorState {
  const others = withoutKey(state.aspects, key);
  return { ...state, aspects: lock ? { ...others, [key]: lock } : others };
}

/**
 * Returns the files of an input that runs once per file; `null` if it only uses its value, or another value has
 * replaced them.
 */
export function listOf(state: EditorState, key: string): MediaList | null {
  const list = state.lists[key];
  if (!list) return null;
  const [first] = list.files;
  const value = state.values.get(key);
  return first === undefined || (value !== undefined && sameValue(first.reference, value)) ? list : null;
}
