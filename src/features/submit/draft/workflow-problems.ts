import type { JsonValue } from '@contract/json/lossless';
import type { NodeProblem } from '@contract/jobs/node-errors';
import { listNamesText, namedLists } from '@/domains/wildcards/draw-wildcards';
import { t } from '@/lib/i18n/messages';
import type { FieldProblem, FormProblem } from '@/shared/fields/problem';
import type { FileStatus } from '@/shared/fields/field-files';
import { problemText } from '@/shared/node-problem-text';
import { fieldProblem, isDefinitelyRejected, isUnfilled, isUnlistedFileName } from './field-problems';
import { isLost } from './lost-files';
import { lowered } from '@/lib/i18n/lowered';
import { mayNameLists, type FormField } from './form-model';
import type { SessionState } from './session-state';

/** A problem of a node or of one of its inputs. */
export interface WorkflowProblem extends FormProblem {
  nodeId: string;
  /** `null` for a problem of the whole node, or of an input without a field. */
  fieldKey: string | null;
  /** Of a node, or of an input without a field. */
  nodeProblem?: NodeProblem;
  /** Run does nothing until it is fixed. What a surface rejected is sent again, and the surface decides. */
  isBlocking: boolean;
}

/** What the problems of all nodes depend on. */
const COMMON_SOURCES = [
  'form',
  'nodeProblems',
  'nodeWarnings',
  'partialRun',
  'rejectedFields',
  'lostFiles',
  'isRunByComfyui',
  'isAttempted',
  'wildcards',
] as const;

type ShownState = Pick<SessionState, Exclude<(typeof COMMON_SOURCES)[number], 'wildcards'> | 'values' | 'typed'> &
  Partial<Pick<SessionState, 'wildcards'>>;
type FieldState = Omit<ShownState, 'isAttempted'>;
type FileStatusOf = (fieldKey: string) => FileStatus;

const NO_FILES: FileStatusOf = () => 'none';

/**
 * Returns the problems that the form shows, in form order. A missing value has the severity `missing` until the first attempt to run; a
 * warning never blocks.
 */
export function workflowProblems(state: ShownState, statusOf: FileStatusOf = NO_FILES): WorkflowProblem[] {
  return findProblems(state, statusOf).problems;
}

/** Problems with what they were found from. */
export interface Findings {
  state: ShownState;
  /** Of the nodes that have any. */
  byNode: ReadonlyMap<string, readonly WorkflowProblem[]>;
  problems: WorkflowProblem[];
}

/** @param last of the same files: only the nodes whose inputs have changed since are checked, since each key changes one of thousands */
export function findProblems(state: ShownState, statusOf: FileStatusOf, last: Findings | null = null): Findings {
  const changed = last && changedNodes(last.state, state);
  if (last && changed?.size === 0) return last;
  const { cards, outline } = state.form;
  const fields = new Map(cards.map((card) => [card.nodeId, card.fields]));
  const byNode = new Map(changed ? last?.byNode : []);
  for (const { nodeId, title } of outline) {
    if (changed && !changed.has(nodeId)) continue;
    const found = problemsOfNode(state, { nodeId, title, fields: fields.get(nodeId) ?? [] }, statusOf);
    if (found.length > 0) byNode.set(nodeId, found);
    else byNode.delete(nodeId);
  }
  return { state, byNode, problems: outline.flatMap(({ nodeId }) => byNode.get(nodeId) ?? []) };
}

/** Returns the nodes whose inputs differ; `null` if anything else does. */
function changedNodes(before: ShownState, after: ShownState): ReadonlySet<string> | null {
  if (COMMON_SOURCES.some((name) => before[name] !== after[name])) return null;
  const isChanged = ({ key }: FormField) =>
    before.values.get(key) !== after.values.get(key) || before.typed[key] !== after.typed[key];
  return new Set([...after.form.fields.values()].filter(isChanged).map(({ nodeId }) => nodeId));
}

interface NodeFields {
  nodeId: string;
  title: string;
  fields: readonly FormField[];
}

export function problemsOfNode(state: ShownState, node: NodeFields, statusOf: FileStatusOf): WorkflowProblem[] {
  const { nodeId, title, fields } = node;
  const location = `${title} ${nodeId}`;
  const ofNode = (problem: NodeProblem, severity: 'error' | 'warning'): WorkflowProblem => ({
    key: `${severity} ${nodeId} ${problem.field} ${problem.reason}`,
    nodeId,
    fieldKey: null,
    location,
    message: problemText(problem),
    severity,
    nodeProblem: problem,
    isBlocking: severity === 'error',
  });
  return [
    ...(state.nodeProblems[nodeId] ?? []).map((problem) => ofNode(problem, 'error')),
    ...(state.nodeWarnings[nodeId] ?? []).map((problem) => ofNode(problem, 'warning')),
    ...fields.flatMap(
      (field) => problemOfField(state, field, field.media ? statusOf(field.key) : 'none', location) ?? [],
    ),
  ];
}

function problemOfField(
  state: ShownState,
  field: FormField,
  status: FileStatus,
  location: string,
): WorkflowProblem | null {
  const common = { key: field.key, nodeId: field.nodeId, fieldKey: field.key, location };
  if (status === 'pending') return null;
  if (status === 'failed') {
    return {
      ...common,
      message: t('{name}: the file was not uploaded.', { name: field.name }),
      severity: 'error',
      isBlocking: true,
    };
  }
  const problem = shownProblem(state, field);
  if (!problem) return null;
  const value = state.values.get(field.key);
  // A list of warnings need not say of each that it is one.
  const reason = problem.severity === 'warning' && value !== undefined ? fieldProblem(field, value) : null;
  return {
    ...common,
    message: `${field.name}: ${lowered(reason ?? problem.message)}`,
    severity: problem.severity,
    isBlocking: blockingProblemOf(state, field) !== null,
  };
}

/** Returns the first problem that the last rejection named. */
export function firstRejected(state: SessionState): WorkflowProblem | null {
  // Most workflows have none, and finding the problems reads every input.
  if (Object.keys(state.rejectedFields).length === 0 && Object.keys(state.nodeProblems).length === 0) return null;
  const isNamed = ({ fieldKey, severity }: WorkflowProblem) =>
    fieldKey === null ? severity === 'error' : fieldKey in state.rejectedFields;
  return workflowProblems(state).find(isNamed) ?? null;
}

/** Returns the first error of each node, for the graph. */
export function firstErrors(problems: readonly WorkflowProblem[]): [nodeId: string, message: string][] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return [...new Map(errors.toReversed().map(({ nodeId, message }) => [nodeId, message]))];
}

/**
 * Returns why ComfyUI may reject a field, or leave out the outputs that need it, although the workflow can run. `null` once there is a
 * certain problem.
 */
export function warningOf(state: FieldState, field: FormField): string | null {
  const value = state.values.get(field.key);
  if (value === undefined || problemOf(state, field) !== null) return null;
  const problem = fieldProblem(field, value);
  if (problem === null || isUnlistedFileName(field, value)) return null;
  return isLeftOut(state, field)
    ? t('ComfyUI leaves out the outputs that need this: {problem}', { problem })
    : t('ComfyUI may reject this: {problem}', { problem });
}

/**
 * Returns the problem to show at a field: why it blocks the run, otherwise why it may be rejected.
 * @param state `isAttempted`: Run was pressed, so missing values count as errors from then on
 */
export function shownProblem(state: ShownState, field: FormField): FieldProblem | undefined {
  const message = problemOf(state, field);
  if (message !== null) {
    const isMissing = !state.isAttempted && isUnfilled(field, state.values.get(field.key));
    return { message, severity: isMissing ? 'missing' : 'error' };
  }
  const warning = warningOf(state, field) ?? listWarning(state, field);
  return warning === null ? undefined : { message: warning, severity: 'warning' };
}

/** Returns why the name of a wildcard list is sent as written; `null` if none is. */
function listWarning({ wildcards, values }: ShownState, field: FormField): string | null {
  const value = values.get(field.key);
  if (!wildcards || !mayNameLists(field, value)) return null;
  const [first, ...others] = namedLists(value, wildcards).filter(({ problem }) => problem !== null);
  if (!first) return null;
  return [
    first.problem,
    t('A run sends __{name}__ as typed, which only some nodes replace.', { name: first.name }),
    ...(others.length === 0 ? [] : [t('The same goes for {names}.', { names: listNamesText(others) })]),
  ].join(' ');
}

/** Returns why a field blocks the run, according to this form or the last rejection. */
export function problemOf(state: FieldState, field: FormField): string | null {
  return blockingProblemOf(state, field) ?? state.rejectedFields[field.key] ?? null;
}

function blocks(state: FieldState, field: FormField, value: JsonValue): boolean {
  return !state.isRunByComfyui || (isDefinitelyRejected(field, value) && !isLeftOut(state, field));
}

/** Returns true if only outputs that ComfyUI leaves out need the field, whose value it rejects. */
function isLeftOut({ partialRun }: FieldState, { nodeId, name }: FormField): boolean {
  return partialRun?.problems[nodeId]?.some((problem) => problem.field === name) === true;
}

/**
 * Returns why a field blocks sending. Errors from the surface do not block: after an edit, the surface validates the
 * workflow again.
 */
function blockingProblemOf(state: FieldState, field: FormField): string | null {
  return state.typed[field.key]?.problem ?? localProblem(state, field);
}

function localProblem(state: FieldState, field: FormField): string | null {
  const value = state.values.get(field.key);
  if (isLost(state.lostFiles, value)) return t('This file no longer exists on the server.');
  return value === undefined || !blocks(state, field, value) ? null : fieldProblem(field, value);
}
