import type { NodeProblem } from '@contract/jobs/node-errors';

/** Text of a problem: the surface's own message, else its reason code unchanged (J-2.76). */
export function problemText(problem: NodeProblem): string {
  const text = problem.message?.trim() || problem.reason;
  const isNamed = isOfNode(problem) || text.includes(problem.field);
  if (problem.message && isNamed) return sentence(text) ?? '';
  if (isNamed) return text;
  return `${problem.field}: ${problem.message ? sentence(text) : text}`;
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
