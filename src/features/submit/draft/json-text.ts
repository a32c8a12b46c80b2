import { parseJson, stringifyJson, type JsonValue } from '@contract/json/lossless';
import { diffWorkflows, filterDifferences } from '@/domains/workflow-differences/diff-workflows';
import { readWorkflowText } from '@/domains/workflow-files/read-workflow-text';
import type { JsonTextProblem } from '@/shared/fields/json-text-area';
import { t } from '@/lib/i18n/messages';
import type { Draft } from '@/domains/drafts/draft';
import { withInputEdit } from './edit-history';
import { graphOf, valuesOf, withInputs, withoutTexts, workflowText, type EditorState } from './editor-state';
import { buildForm, sameValue } from './form-model';

/** Text of the JSON view as the user has typed it. */
export interface JsonText {
  text: string;
  /** Values of the form when text and form were last the same: what only the form has changed since is kept. */
  base: EditorState['values'];
  /** `typed`: not read yet. `unreadable`: it has a problem. Otherwise the workflow that it was read as. */
  read: 'typed' | 'unreadable' | { workflow: string };
}

/** A state with a JSON view. */
export interface WithJsonText extends EditorState {
  /** `null` until the user edits the JSON. */
  json: JsonText | null;
}

/** Returns what the user types instead of the workflow as it would run; `null` if that is shown. */
export function ownJson(state: WithJsonText): string | null {
  const { json } = state;
  return json && isCurrent(state, json) ? json.text : null;
}

/** Returns the text that the JSON view shows. */
export function shownJson(state: WithJsonText): string {
  return ownJson(state) ?? formatted(workflowText(state));
}

const MAX_CHARS = 2_000_000;
/** A base64 image is one line of millions of characters, which freezes text areas. */
const MAX_LINE_CHARS = 100_000;

/** Returns true for a text that a text area cannot show without freezing the page. */
export function isTooLong(text: string): boolean {
  if (text.length > MAX_CHARS) return true;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end + 1;
    if (next - start > MAX_LINE_CHARS) return true;
    start = next;
  }
  return false;
}

/** Returns why the text of the JSON view cannot be used; `null` if it can, or if it is still being typed. */
export function jsonProblem({ json }: Pick<WithJsonText, 'json'>): JsonTextProblem | null {
  if (json?.read !== 'unreadable') return null;
  const read = readWorkflowText(json.text);
  if (read.ok) return null;
  const rest = t('The form shows the last valid workflow.');
  return { message: `${read.title}. ${read.explanation} ${rest}`, offset: read.offset ?? null };
}

/** Takes a text that the user types; it is read once they pause. */
export function typedJson(state: WithJsonText, text: string): JsonText {
  const base = ownJson(state) === null ? null : state.json?.base;
  return { text, base: base ?? state.values, read: 'typed' };
}

/** A text that could not be read before the draft was opened again. */
export function unreadableJson({ values }: EditorState, text: string): JsonText {
  return { text, base: values, read: 'unreadable' };
}

/**
 * Reads the typed text. The form takes its workflow, except for inputs that were changed in the form alone since both were the same.
 * @param at as for other edits: edits within a moment are undone together
 */
export function readJson<State extends WithJsonText>(state: State, at: number): State {
  const { json } = state;
  if (json?.read !== 'typed') return state;
  const read = readWorkflowText(json.text);
  if (!read.ok) return { ...state, json: { ...json, read: 'unreadable' } };
  const changed = withWorkflow(state, read.text, json.base, at);
  const next = { ...state, ...changed, draft: asOwnWorkflow(changed.draft, state, changed) };
  // The text says something else than what runs, such as NaN.
  if (read.note !== null) return { ...next, json: null };
  return { ...next, json: { ...json, base: next.values, read: { workflow: read.text } } };
}

/** Returns true if nodes, classes or links differ, not just values. */
export function differInStructure(before: EditorState, after: EditorState): boolean {
  if (before.graph === after.graph) return false;
  return filterDifferences(diffWorkflows(before.graph, after.graph).nodes, 'structure').length > 0;
}

/**
 * Returns the draft for a workflow whose structure the user has changed. Its file is not converted again, which would undo that. A
 * part of a file that gets the missing nodes is complete.
 */
function asOwnWorkflow(draft: Draft, before: EditorState, after: EditorState): Draft {
  if (!draft.conversion || !differInStructure(before, after)) return draft;
  const { problem, ...conversion } = draft.conversion;
  const hasMore = [...after.graph.keys()].some((id) => !before.graph.has(id));
  const isPartial = problem !== undefined && !hasMore;
  return { ...draft, conversion: { ...conversion, awaited: [], ...(isPartial ? { problem } : {}) } };
}

/**
 * Replaces the workflow. Inputs that only the form has changed since `base` keep their values.
 * @param base values that the new text was made from
 */
function withWorkflow(state: EditorState, text: string, base: EditorState['values'], at: number): EditorState {
  if (text === workflowText(state)) return state;
  const values = new Map(valuesOf(buildForm(graphOf(text), state.definitions, state.guesses)));
  for (const [key, value] of state.values) {
    const was = base.get(key);
    const next = values.get(key);
    if (was === undefined || next === undefined || sameValue(was, value) || !sameValue(was, next)) continue;
    values.set(key, value);
  }
  const isChanged = ([key, value]: readonly [string, JsonValue]) => {
    const next = values.get(key);
    return next === undefined || !sameValue(value, next);
  };
  const changed = [...state.values].filter(isChanged).map(([key]) => key);
  const before = { text: state.draft.text, values: state.values };
  const after = { text, values };
  const undo = withInputEdit(state.undo, before, after, at);
  return { ...withInputs(withoutTexts(state, changed), after), undo, redo: [] };
}

/** An edit of the form replaces the text; one that is not read yet, or cannot be, waits for the user. */
function isCurrent(state: EditorState, { read }: JsonText): boolean {
  return typeof read === 'string' || read.workflow === workflowText(state);
}

/** A link as JSON on several lines; strings have no line breaks in JSON. */
const LINK = /\[\n *("[^"\n]*"),\n *(\d+)\n *\]/g;

let last: { workflow: string; text: string } | null = null;

/** Formats a workflow with its links on one line each. The last one is kept, since each change of the state asks for it. */
function formatted(workflow: string): string {
  if (last?.workflow !== workflow) {
    last = { workflow, text: stringifyJson(parseJson(workflow), 2).replace(LINK, '[$1, $2]') };
  }
  return last.text;
}
