import { newNodeErrors, readNodeErrors, type NodeErrors } from '@contract/jobs/node-errors';
import type { JobError } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { ComfyRejection } from './comfy-client';
import { isRecord } from './frames';
import { parsePythonJson } from './python-json';

/** One sentence about one node, as ComfyUI's check of a prompt found it. */
export interface NodeFinding {
  nodeId: string;
  classType: string | null;
  sentence: string;
}

/** The answer to `POST /prompt` where it names nodes that cannot run; empty where it names none. */
export function nodeFindings(answer: unknown): NodeFinding[] {
  const nodeErrors = isRecord(answer) ? answer['node_errors'] : undefined;
  if (!isRecord(nodeErrors)) return [];
  return Object.entries(nodeErrors).flatMap(([nodeId, entry]) => {
    if (!isRecord(entry)) return [];
    const classType = typeof entry['class_type'] === 'string' ? entry['class_type'] : null;
    const errors: unknown[] = Array.isArray(entry['errors']) ? entry['errors'] : [];
    return errors.map((error) => ({ nodeId, classType, sentence: sentenceOf(error) }));
  });
}

/** The id under which the prompt was taken; servers of old make one up. */
export function promptIdOf(answer: unknown): string | null {
  const id = isRecord(answer) ? answer['prompt_id'] : undefined;
  return typeof id === 'string' ? id : null;
}

/** Why ComfyUI does not run a prompt, as the error of the job. */
export function rejectionError(refusal: ComfyRejection, graph: Graph): JobError {
  const answer = parse(refusal.body);
  const [first, ...others] = nodeFindings(answer);
  if (first) return findingError(first, others.length, contractErrors(answer));
  const error = isRecord(answer) ? answer['error'] : undefined;
  const info = isRecord(error) && isRecord(error['extra_info']) ? error['extra_info'] : {};
  const nodeId = typeof info['node_id'] === 'string' ? info['node_id'] : null;
  const reason = typeof error === 'string' ? error : sentenceOf(error);
  return {
    code: 'workflow_refused',
    message: `ComfyUI rejected this workflow: ${reason || `it answered ${refusal.status}`}`,
    node_id: nodeId,
    class_type: nodeId === null ? null : (graph.get(nodeId)?.classType ?? null),
  };
}

function findingError({ nodeId, classType, sentence }: NodeFinding, others: number, nodeErrors: NodeErrors): JobError {
  return {
    code: 'workflow_refused',
    message: `ComfyUI rejected this workflow: ${sentence}${others > 0 ? `, and ${others} more` : ''}`,
    node_id: nodeId,
    class_type: classType,
    // All of them, in the form that a refused submission has.
    node_errors: nodeErrors,
  };
}

/** The reasons of ComfyUI, by the names that this gateway has for the same. Others stay as they are. */
const REASONS: Readonly<Record<string, string>> = {
  required_input_missing: 'missing_input',
  bad_linked_input: 'bad_link',
  return_type_mismatch: 'wrong_type',
  invalid_input_type: 'wrong_type',
  value_smaller_than_min: 'below_min',
  value_bigger_than_max: 'above_max',
  value_not_in_list: 'not_in_list',
  dependency_cycle: 'cycle',
};

function contractErrors(answer: unknown): NodeErrors {
  const errors = newNodeErrors();
  for (const [nodeId, problems] of Object.entries(readNodeErrors(answer))) {
    errors[nodeId] = problems.map((problem) => ({ ...problem, reason: REASONS[problem.reason] ?? problem.reason }));
  }
  return errors;
}

function sentenceOf(error: unknown): string {
  if (!isRecord(error)) return '';
  const parts = [error['message'], error['details']].filter((part) => typeof part === 'string' && part !== '');
  return [...new Set(parts)].join(': ');
}

function parse(text: string): unknown {
  try {
    return parsePythonJson(text);
  } catch {
    return null;
  }
}
