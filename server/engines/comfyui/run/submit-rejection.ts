import { newNodeErrors, readNodeErrors, type NodeErrors } from '@contract/jobs/node-errors';
import type { JobError } from '@contract/jobs/schemas';
import type { Graph } from '@contract/workflow/graph';
import type { ComfyRejection } from '../client/comfy-client';
import { isRecord } from '../client/frames';
import { parsePythonJson } from '../client/python-json';

/** One validation error of ComfyUI for one node. */
export interface NodeFinding {
  nodeId: string;
  classType: string | null;
  sentence: string;
}

/** Reads the node errors of a `POST /prompt` response; empty if there are none. */
export function nodeFindings(response: unknown): NodeFinding[] {
  const nodeErrors = isRecord(response) ? response['node_errors'] : undefined;
  if (!isRecord(nodeErrors)) return [];
  return Object.entries(nodeErrors).flatMap(([nodeId, entry]) => {
    if (!isRecord(entry)) return [];
    const classType = typeof entry['class_type'] === 'string' ? entry['class_type'] : null;
    const errors: unknown[] = Array.isArray(entry['errors']) ? entry['errors'] : [];
    return errors.map((error) => ({ nodeId, classType, sentence: sentenceOf(error) }));
  });
}

/** Id of the accepted prompt; old servers generate their own. */
export function promptIdOf(response: unknown): string | null {
  const id = isRecord(response) ? response['prompt_id'] : undefined;
  return typeof id === 'string' ? id : null;
}

/** Converts ComfyUI's rejection of a prompt to the error of the job. */
export function rejectionError(rejection: ComfyRejection, graph: Graph): JobError {
  const response = parse(rejection.body);
  const [first, ...others] = nodeFindings(response);
  if (first) return findingError(first, others.length, contractErrors(response));
  const error = isRecord(response) ? response['error'] : undefined;
  const info = isRecord(error) && isRecord(error['extra_info']) ? error['extra_info'] : {};
  const nodeId = typeof info['node_id'] === 'string' ? info['node_id'] : null;
  const reason = typeof error === 'string' ? error : sentenceOf(error);
  return {
    code: 'workflow_refused',
    message: `ComfyUI rejected this workflow: ${reason || `it responded with ${rejection.status}`}`,
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
    // All node errors, in the form of a rejected submission.
    node_errors: nodeErrors,
  };
}

/** ComfyUI's reasons mapped to those of this gateway. Others are passed on unchanged. */
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

function contractErrors(response: unknown): NodeErrors {
  const errors = newNodeErrors();
  for (const [nodeId, problems] of Object.entries(readNodeErrors(response))) {
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
