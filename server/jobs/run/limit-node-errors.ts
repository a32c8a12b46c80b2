import { newNodeErrors, type NodeErrors } from '@contract/jobs/node-errors';

/** Maximum number of errors per response, about 100 kB. */
export const MAX_PROBLEMS = 500;

/** Returns the `details` of a rejection: the first errors in node order, and the number of omitted ones. */
export function limitNodeErrors(errors: NodeErrors): { node_errors: NodeErrors; omitted_errors?: number } {
  const all = Object.values(errors).reduce((sum, list) => sum + list.length, 0);
  if (all <= MAX_PROBLEMS) return { node_errors: errors };
  const limited = newNodeErrors();
  let left = MAX_PROBLEMS;
  for (const [nodeId, problems] of Object.entries(errors)) {
    if (left === 0) break;
    limited[nodeId] = problems.slice(0, left);
    left -= limited[nodeId].length;
  }
  return { node_errors: limited, omitted_errors: all - MAX_PROBLEMS };
}
