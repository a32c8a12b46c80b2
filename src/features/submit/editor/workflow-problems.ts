import type { NodeProblem } from '@contract/jobs/node-errors';
import type { FormProblem } from '@/shared/fields/problem';
import type { FileStatus } from '@/shared/fields/field-files';
import { problemText } from '@/shared/node-problem-text';
import { blockingProblemOf, shownProblem } from './editor-state';
import type { FormField } from './form-model';
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

type ShownState = Parameters<typeof shownProblem>[0];
type FileStatusOf = (fieldKey: string) => FileStatus;

const NO_FILES: FileStatusOf = () => 'none';

/** Returns the problems that the form shows, in form order. A missing value has the severity `missing` until the first attempt to run. */
export function workflowProblems(state: ShownState, statusOf: FileStatusOf = NO_FILES): WorkflowProblem[] {
  const { cards, outline } = state.form;
  const fields = new Map(cards.map((card) => [card.nodeId, card.fields]));
  return outline.flatMap(({ nodeId, title }) =>
    problemsOfNode(state, { nodeId, title, fields: fields.get(nodeId) ?? [] }, statusOf),
  );
}

interface NodeFields {
  nodeId: string;
  title: string;
  fields: readonly FormField[];
}

export function problemsOfNode(state: ShownState, node: NodeFields, statusOf: FileStatusOf): WorkflowProblem[] {
  const { nodeId, title, fields } = node;
  const location = `${title} ${nodeId}`;
  const ofNode = (state.nodeProblems[nodeId] ?? []).map((problem): WorkflowProblem => {
    const key = `${nodeId} ${problem.field} ${problem.reason}`;
    const message = problemText(problem);
    return {
      key,
      nodeId,
      fieldKey: null,
      location,
      message,
      severity: 'error',
      nodeProblem: problem,
      isBlocking: true,
    };
  });
  return [
    ...ofNode,
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
    return { ...common, message: `${field.name}: the file was not uploaded.`, severity: 'error', isBlocking: true };
  }
  const problem = shownProblem(state, field);
  if (!problem || problem.severity === 'warning') return null;
  return {
    ...common,
    message: `${field.name}: ${lowered(problem.message)}`,
    severity: problem.severity,
    isBlocking: blockingProblemOf(state, field) !== null,
  };
}

const lowered = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Returns the first problem that the last rejection named. */
export function firstRejected(state: SessionState): WorkflowProblem | null {
  // Most workflows have none, and finding the problems reads every input.
  if (Object.keys(state.rejectedFields).length === 0 && Object.keys(state.nodeProblems).length === 0) return null;
  const isNamed = ({ fieldKey }: WorkflowProblem) => fieldKey === null || fieldKey in state.rejectedFields;
  return workflowProblems(state).find(isNamed) ?? null;
}

/** Returns the first error of each node, for the graph. */
export function firstErrors(problems: readonly WorkflowProblem[]): [nodeId: string, message: string][] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return [...new Map(errors.toReversed().map(({ nodeId, message }) => [nodeId, message]))];
}
