import { type NodeProblem, readNodeErrors } from '@contract/jobs/node-errors';
import type { JobError } from '@contract/jobs/schemas';

/** Text of a problem: the surface's own message, else its reason code unchanged (J-2.76). */
export function problemText(problem: NodeProblem): string {
  const text = problem.message?.trim() || problem.reason;
  const isNamed = isOfNode(problem) || text.includes(problem.field);
  if (problem.message && isNamed) return sentence(text) ?? '';
  if (isNamed) return text;
  return `${problem.field}: ${problem.message ? sentence(text) : text}`;
}

/** Returns the problems of each node; none if the error itself says all: the only problem, and its node. */
export function listedNodeErrors(error: JobError): [nodeId: string, problems: NodeProblem[]][] {
  const entries = Object.entries(readNodeErrors(error)).filter(([, problems]) => problems.length > 0);
  const [only] = entries;
  if (!only || entries.length > 1) return entries;
  const [nodeId, [problem, ...others]] = only;
  const isTold =
    problem &&
    others.length === 0 &&
    nodeId === error.node_id &&
    error.message.includes(problem.message?.trim() || '\n');
  return isTold ? [] : entries;
}

export function sentence(text: string | null): string | null {
  if (!text) return null;
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(start) ? start : `${start}.`;
}

/** Returns true if a problem concerns the whole node rather than one of its inputs. */
export function isOfNode({ field }: NodeProblem): boolean {
  return field === '' || field === 'class_type';
}
