import { newNodeErrors, type NodeErrors } from '@contract/jobs/node-errors';

/** Problems in one response: more than a user reads, some 100 kB. */
export const MAX_PROBLEMS = 500;

/** `details` of a rejection: the first problems in the order of the nodes, and how many more there are. */
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
